import { Button, type ButtonProps } from '@mantine/core'
import {
  IconCertificate,
  IconCircleCheck,
  IconFilePencil,
  IconFilePlus,
  IconPencil,
  IconPhotoPlus,
  IconPrinter,
  IconReceipt,
  IconSignature,
} from '@tabler/icons-react'
import { recordKinds } from '../records/recordKinds.ts'
import { isRecordStep, type Step, stepWord } from './steps.ts'

type StepButtonProps = Pick<
  ButtonProps,
  'className' | 'fullWidth' | 'justify' | 'h' | 'w' | 'miw' | 'px' | 'fz'
> & {
  step: Step
  /** The student's. */
  name: string
  /** The term of the record, for screen readers, where a student has several steps. */
  term?: string | undefined
  /** Whether the record's kind stands beside the button: `Correct` instead of `Correct report card`. */
  isShort?: boolean
  onClick: (button: HTMLButtonElement) => void
}

/** The button for the next step of a student. */
export const StepButton = ({ step, name, term, isShort = false, onClick, ...props }: StepButtonProps) => (
  <Button
    variant="default"
    {...props}
    data-screen-only
    aria-label={[labelOf(step, name), ...(term ? [term] : [])].join(', ')}
    leftSection={<StepIcon step={step} />}
    onClick={({ currentTarget }) => onClick(currentTarget)}
  >
    {isShort && isCorrection(step) ? 'Correct' : stepWord(step)}
  </Button>
)

const isCorrection = (step: Step) => isRecordStep(step) && step.state === 'returned'

/** The full label, because the button has no room for the record's kind. */
const labelOf = (step: Step, name: string) =>
  isRecordStep(step) && step.action === 'verify'
    ? `Verify ${recordKinds[step.of].name} of ${name}`
    : `${stepWord(step)} of ${name}`

function StepIcon({ step }: { step: Step }) {
  const look = { size: 18, 'aria-hidden': true }
  if (step.of === 'consent')
    return step.action === 'record' ? <IconSignature {...look} /> : <IconPrinter {...look} />
  if (!isRecordStep(step)) {
    const Icon = { picture: IconPhotoPlus, certificate: IconCertificate, facts: IconPencil }[step.of]
    return <Icon {...look} />
  }
  if (step.action === 'verify') return <IconCircleCheck {...look} />
  if (step.action === 'edit') return <IconFilePencil {...look} />
  return step.of === 'report' ? <IconFilePlus {...look} /> : <IconReceipt {...look} />
}
