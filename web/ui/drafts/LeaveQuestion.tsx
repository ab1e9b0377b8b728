import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import frame from '../modal/ModalFrame.module.css'
import { ModalFrame, ModalQuestion } from '../modal/ModalFrame.tsx'
import { useModalLife } from '../modal/useModalLife.ts'
import { paperOf } from '../paper/Paper.ts'

type LeaveQuestionProps = {
  title?: string
  /** What would be lost. */
  children?: ReactNode
  leaveWord?: string
  stayWord?: string
  onStay: () => void
  onLeave: () => void
  /** Leaves, but loses nothing. */
  onKeepDraft?: () => void
}

/** Asks a user who is about to lose unsaved work. By default it is what was typed into a form. */
export function LeaveQuestion(props: LeaveQuestionProps) {
  const { title = 'Discard what you typed?', children = 'It has not been saved.' } = props
  const { leaveWord = 'Discard', stayWord = 'Keep editing', onStay, onLeave, onKeepDraft } = props
  const life = useModalLife(onStay)
  return (
    <ModalFrame life={life} title={title} shape="question">
      <div className={frame.body}>
        <ModalQuestion>{children}</ModalQuestion>
      </div>
      <div className={frame.foot}>
        {onKeepDraft && (
          <Button variant="subtle" onClick={life.close}>
            {stayWord}
          </Button>
        )}
        <Button variant="default" onClick={onLeave}>
          {leaveWord}
        </Button>
        <Button data-autofocus onClick={onKeepDraft ?? life.close}>
          {onKeepDraft ? 'Keep draft' : stayWord}
        </Button>
      </div>
    </ModalFrame>
  )
}

/** The question about photographed pages that this device could not store. */
export const UNSTORED_PAGES = {
  title: 'Discard the photographed pages?',
  children: 'This device could not store them, and they are not saved.',
}

type DraftQuestionProps = Required<Pick<LeaveQuestionProps, 'onStay' | 'onLeave' | 'onKeepDraft'>> & {
  /** The form's current values. */
  values: object
  /** Whether it contains photographed pages that this device could not store. */
  hasUnstored?: boolean
}

/** Asks a user who closes a form whether to keep its draft. */
export const DraftQuestion = ({ values, hasUnstored, ...answers }: DraftQuestionProps) => (
  <LeaveQuestion title="Keep the draft?" {...answers}>
    What you typed has not been saved. This form opens with the draft next time.
    {Object.values(values).some((value) => value instanceof File && !paperOf(value)) &&
      ' The file that you chose is not in it, and has to be chosen again.'}
    {hasUnstored && ' The photographed pages are not in it: this device could not store them.'}
  </LeaveQuestion>
)
