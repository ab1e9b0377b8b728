import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import frame from '../../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import { StudentPicture } from '../../students/StudentPicture.tsx'
import { type PickableRecord, RecordChoices } from './RecordChoices.tsx'
import type { RecordStudent } from '../RecordStudent.ts'

type RecordPickerProps<Row extends PickableRecord> = {
  title: string
  student: RecordStudent
  /** What the student has, the newest term first. */
  query: UseQueryResult<Row[]>
  /** What is said where there is none: `There is no report to edit yet.` */
  nothing: string
  addLabel: string
  onAdd: () => void
  onPick: (record: Row) => void
  onClose: () => void
  /** What tells records of one term apart. */
  factOf?: (record: Row) => ReactNode
}

/** Before an edit: which year and term is meant, of those that there are. */
export function RecordPicker<Row extends PickableRecord>(props: RecordPickerProps<Row>) {
  const { title, student, query, nothing, addLabel, onAdd, onPick, onClose, factOf } = props
  const { data: records, error, refetch } = query
  const life = useModalLife(onClose)
  const isEmpty = records?.length === 0
  return (
    <ModalFrame
      life={life}
      title={title}
      image={<StudentPicture student={student} />}
      subtitle={`${student.name}, ${student.ref}`}
      width={560}
      onAskClose={life.close}
      fillsPhone
    >
      <div className={frame.body} aria-busy={!records && !error}>
        {error && !records && <LoadFailure error={error} onRetry={() => void refetch()} />}
        {isEmpty && <Message tone="note">{nothing}</Message>}
        {records && !isEmpty && <RecordChoices records={records} onPick={onPick} factOf={factOf} />}
      </div>
      <div className={frame.foot}>
        <Button variant={isEmpty ? 'subtle' : 'default'} onClick={life.close}>
          Cancel
        </Button>
        {isEmpty && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
            {addLabel}
          </Button>
        )}
      </div>
    </ModalFrame>
  )
}
