import { Button, Stack } from '@mantine/core'
import { StudentSearch } from '../../students/StudentSearch.tsx'
import { Message } from '../../ui/Message.tsx'
import frame from '../../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import { type RecordKind, recordKinds } from '../recordKinds.ts'
import type { RecordStudent } from '../RecordToOpen.ts'

type NextStudentProps = {
  kind: RecordKind
  /** The message of the save before. */
  saved: string
  onChoose: (student: RecordStudent) => void
  onClose: () => void
}

/** Asks for the student of the next record. */
export function NextStudent({ kind, saved, onChoose, onClose }: NextStudentProps) {
  const life = useModalLife(onClose)
  return (
    <ModalFrame life={life} title={`Add ${recordKinds[kind].title}`} shape="narrow" isInstant>
      <div className={frame.body}>
        <Stack gap={14}>
          <Message tone="good">{saved}</Message>
          <StudentSearch label="Student" isOnlyActive onChoose={onChoose} data-autofocus />
        </Stack>
      </div>
      <div className={frame.foot}>
        <Button variant="default" onClick={life.close}>
          Done
        </Button>
      </div>
    </ModalFrame>
  )
}
