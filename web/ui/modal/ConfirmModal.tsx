import { Button } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import frame from './ModalFrame.module.css'
import { ModalFrame, ModalQuestion, type ModalShape, SavingNotice } from './ModalFrame.tsx'
import { type Saved, type Transfer, useFocusAfterRefusal, useSaving } from './useSaving.ts'
import { useModalLife } from './useModalLife.ts'

type ConfirmModalProps<Answer extends Saved> = {
  title: string
  /** The verb on the button: `Deactivate`. */
  verb: string
  icon: TablerIcon
  /** Makes the button red, for deletions. */
  isDeletion?: boolean
  confirm: (transfer: Transfer) => Promise<Answer>
  onSaved: (answer: Answer) => void
  onClose: () => void
  /** Disables the button until its effect is known. */
  isWaiting?: boolean
  shape?: ModalShape
  subtitle?: ReactNode
  /** Under the question. */
  facts?: ReactNode
  /** The question. */
  children: ReactNode
}

export function ConfirmModal<Answer extends Saved>(props: ConfirmModalProps<Answer>) {
  const {
    title,
    subtitle,
    verb,
    icon: Icon,
    isDeletion = false,
    isWaiting = false,
    shape = 'question',
  } = props
  const { confirm, onSaved, onClose, facts, children } = props
  const life = useModalLife(onClose)
  const { primary, focusAfterRefusal } = useFocusAfterRefusal()
  const { phase, notice, save } = useSaving({ onSaved, onFailed: focusAfterRefusal, close: life.close })
  const askClose = () => phase !== 'saving' && life.close()
  const isBusy = phase !== 'idle'
  return (
    <ModalFrame
      life={life}
      title={title}
      subtitle={subtitle}
      shape={shape}
      onAskClose={askClose}
      isSaved={phase === 'saved'}
    >
      <div className={frame.body}>
        <SavingNotice notice={notice} />
        <ModalQuestion>{children}</ModalQuestion>
        {facts}
      </div>
      <div className={frame.foot}>
        <Button variant="default" disabled={isBusy} onClick={life.close}>
          Cancel
        </Button>
        <Button
          ref={primary}
          color={isDeletion ? 'red' : undefined}
          leftSection={<Icon size={18} aria-hidden />}
          disabled={isBusy || isWaiting}
          onClick={() => void save(confirm)}
        >
          {verb}
        </Button>
      </div>
    </ModalFrame>
  )
}

type NamedQuestionProps = {
  /** The fixed wording around a name. */
  ask: (name: string) => string
  name: string
}

const PLACE = '\u0000'

/** A question with a highlighted name. */
export function NamedQuestion({ ask, name }: NamedQuestionProps) {
  const [before, after] = ask(PLACE).split(PLACE)
  return (
    <>
      {before}
      <strong>{name}</strong>
      {after}
    </>
  )
}
