import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import frame from './ModalFrame.module.css'
import { ModalFrame } from './ModalFrame.tsx'
import { ModalQuestion } from './ModalQuestion.tsx'
import { useModalLife } from './useModalLife.ts'

type DiscardQuestionProps = { onKeep: () => void; onDiscard: () => void }

export function DiscardQuestion({ onKeep, onDiscard }: DiscardQuestionProps) {
  const life = useModalLife(onKeep)
  return (
    <ModalFrame life={life} title="Discard what you typed?" width={432} onAskClose={life.close}>
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
