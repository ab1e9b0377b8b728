import { Button, type ButtonProps } from '@mantine/core'
import {
  IconCertificate,
  IconCircleCheck,
  IconFilePlus,
  IconPencil,
  IconPhotoPlus,
  IconReceipt,
  IconSignature,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Step } from '#contract/records/steps.ts'
import { stepWords } from './steps.ts'

const icons: Record<Step, TablerIcon> = {
  correct: IconPencil,
  verify: IconCircleCheck,
  add_report: IconFilePlus,
  add_receipt: IconReceipt,
  picture: IconPhotoPlus,
  certificate: IconCertificate,
  facts: IconPencil,
  consent: IconSignature,
}

type StepButtonProps = Pick<ButtonProps, 'w' | 'miw'> & {
  step: Step
  /** What it is about, for screen readers: `Faith Atieno Odhiambo`. */
  about: string
  onClick: (button: HTMLButtonElement) => void
}

/** The button for a step of a student. */
export function StepButton({ step, about, onClick, ...layout }: StepButtonProps) {
  const Icon = icons[step]
  return (
    <Button
      variant="default"
      justify="flex-start"
      px={13}
      {...layout}
      data-screen-only
      aria-label={`${stepWords[step]}, ${about}`}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={({ currentTarget }) => onClick(currentTarget)}
    >
      {stepWords[step]}
    </Button>
  )
}
