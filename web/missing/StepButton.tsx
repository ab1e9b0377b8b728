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
import type { RecordKind } from '../records/recordKinds.ts'
import { recordWords, stepWords } from './steps.ts'

const icons: Record<Step, TablerIcon> = {
  correct: IconPencil,
  verify: IconCircleCheck,
  add_report: IconFilePlus,
  add_receipt: IconReceipt,
  picture: IconPhotoPlus,
  certificate: IconCertificate,
  facts: IconPencil,
  consent: IconSignature,
  payment: IconReceipt,
}

type StepButtonProps = Pick<ButtonProps, 'w' | 'miw' | 'justify'> & {
  step: Step
  /** The student's name, and the records that it corrects or verifies, for screen readers. */
  name: string
  records?: { of: RecordKind }[]
  /** The term of the record, where a student has several steps. */
  term?: string | undefined
  onClick: (button: HTMLButtonElement) => void
}

/** The button for a step of a student. */
export function StepButton({ step, name, records, term, onClick, ...layout }: StepButtonProps) {
  const Icon = icons[step]
  const action = [stepWords[step], records && recordWords(records)].filter(Boolean).join(' ')
  const label = [`${action} of ${name}`, term].filter(Boolean).join(', ')
  return (
    <Button
      variant="default"
      justify="flex-start"
      px={13}
      {...layout}
      data-screen-only
      aria-label={label}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={({ currentTarget }) => onClick(currentTarget)}
    >
      {stepWords[step]}
    </Button>
  )
}
