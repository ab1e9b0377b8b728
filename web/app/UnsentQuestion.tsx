import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import frame from '../ui/modal/ModalFrame.module.css'
import { ModalFrame, ModalQuestion } from '../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../ui/modal/useModalLife.ts'

type UnsentQuestionProps = { onStay: () => void; onLeave: () => void }

/** Asked of who logs out while something for the galleries is not safe yet. */
export function UnsentQuestion({ onStay, onLeave }: UnsentQuestionProps) {
  const life = useModalLife(onStay)
  return (
    <ModalFrame life={life} title="Log out before all is safe?" width={460} onAskClose={life.close}>
      <div className={frame.body}>
        <ModalQuestion>
          Some photos or films for the gallery have not reached the server. Logging out takes them out of this
          browser.
        </ModalQuestion>
      </div>
      <div className={frame.foot}>
        <Button variant="default" onClick={onLeave}>
          Log out anyway
        </Button>
        <Button data-autofocus onClick={life.close}>
          Stay and go on
        </Button>
      </div>
    </ModalFrame>
  )
}
