import { Button } from '@mantine/core'
import frame from '../modal/ModalFrame.module.css'
import { ModalFrame, ModalQuestion } from '../modal/ModalFrame.tsx'
import { useModalLife } from '../modal/useModalLife.ts'

type LeaveQuestionProps = {
  /** The form's current values. */
  values: object
  onStay: () => void
  onDiscard: () => void
  onKeep: () => void
}

/** Asks a user who closes a form whether to keep its draft. */
export function LeaveQuestion({ values, onStay, onDiscard, onKeep }: LeaveQuestionProps) {
  const life = useModalLife(onStay)
  return (
    <ModalFrame life={life} title="Keep the draft?" width={432} onAskClose={life.close}>
      <div className={frame.body}>
        <ModalQuestion>
          What you typed has not been saved. A draft of it is offered when you open this form again.
          {hasFile(values) && ' The file that you chose is not in it, and has to be chosen again.'}
        </ModalQuestion>
      </div>
      <div className={frame.foot}>
        <Button variant="subtle" onClick={life.close}>
          Keep editing
        </Button>
        <Button variant="default" onClick={onDiscard}>
          Discard
        </Button>
        <Button data-autofocus onClick={onKeep}>
          Keep draft
        </Button>
      </div>
    </ModalFrame>
  )
}

const hasFile = (values: object) => Object.values(values).some((value) => value instanceof File)

type DiscardQuestionProps = { title?: string; onKeep: () => void; onDiscard: () => void }

export function DiscardQuestion({
  title = 'Discard what you typed?',
  onKeep,
  onDiscard,
}: DiscardQuestionProps) {
  const life = useModalLife(onKeep)
  return (
    <ModalFrame life={life} title={title} width={432} onAskClose={life.close}>
      <div className={frame.body}>
        <ModalQuestion>It has not been saved.</ModalQuestion>
      </div>
      <div className={frame.foot}>
        <Button variant="default" onClick={onDiscard}>
          Discard
        </Button>
        <Button data-autofocus onClick={life.close}>
          Keep editing
        </Button>
      </div>
    </ModalFrame>
  )
}
