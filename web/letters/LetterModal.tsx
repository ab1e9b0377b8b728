import { Box, Button } from '@mantine/core'
import type { Letter } from '#contract/letters.ts'
import frame from '../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../ui/modal/useModalLife.ts'
import { nameOf } from './letterColumns.tsx'
import { LetterView } from './LetterView.tsx'

/** A whole letter, as it arrives. */
export function LetterModal({ letter, onClose }: { letter: Letter; onClose: () => void }) {
  const life = useModalLife(onClose)
  return (
    <ModalFrame life={life} title="Letter" subtitle={nameOf(letter)} shape="wide">
      <div className={frame.body}>
        <Box h="68dvh">
          <LetterView of={{ id: letter.id }} name={nameOf(letter)} />
        </Box>
      </div>
      <div className={frame.foot}>
        <Button variant="default" onClick={life.close}>
          Close
        </Button>
      </div>
    </ModalFrame>
  )
}
