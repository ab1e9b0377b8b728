import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { formatDate } from '../../ui/formatDate.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import frame from '../../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import { money } from '../../ui/amounts.ts'
import { recordsQuery } from '../recordApi.ts'
import { type AnyRecordRow, type RecordKind, recordKinds } from '../recordKinds.ts'
import { RecordStatusBadge } from '../RecordStatusBadge.tsx'
import type { RecordStudent } from '../RecordToOpen.ts'
import classes from './RecordPicker.module.css'
import { StudentLine } from '../../students/StudentLine.tsx'

type RecordPickerProps = {
  kind: RecordKind
  student: RecordStudent
  onAdd: () => void
  onPick: (id: number) => void
  onClose: () => void
}

/** Lists the student's records, to pick the one to edit. */
export function RecordPicker({ kind, student, onAdd, onPick, onClose }: RecordPickerProps) {
  const { noun, title } = recordKinds[kind]
  const { data: records, error, refetch } = useQuery(recordsQuery(kind, student.id))
  const life = useModalLife(onClose)
  const isEmpty = records?.length === 0
  return (
    <ModalFrame
      life={life}
      title={`Edit ${title}`}
      subtitle={<StudentLine student={student} />}
      shape="narrow"
    >
      <div className={frame.body} aria-busy={!records && !error}>
        {error && !records && <LoadFailure error={error} onRetry={() => void refetch()} />}
        {isEmpty && <Message tone="note">{`There is no ${noun} to edit yet.`}</Message>}
        {records && !isEmpty && <Choices records={records} onPick={onPick} />}
      </div>
      <div className={frame.foot}>
        <Button variant={isEmpty ? 'subtle' : 'default'} onClick={life.close}>
          Cancel
        </Button>
        {isEmpty && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
            {`Add ${title}`}
          </Button>
        )}
      </div>
    </ModalFrame>
  )
}

function Choices({ records, onPick }: { records: AnyRecordRow[]; onPick: (id: number) => void }) {
  const list = useRef<HTMLUListElement>(null)
  // The modal has set the focus before the choices were loaded.
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  return (
    <ul ref={list} className={classes.list}>
      {records.map((record) => (
        <li key={record.id}>
          <button type="button" className={classes.choice} onClick={() => onPick(record.id)}>
            <RecordOfTerm record={record} />
          </button>
        </li>
      ))}
    </ul>
  )
}

const RecordOfTerm = ({ record }: { record: AnyRecordRow }) => (
  <>
    <span className="el-strong">
      {record.year}, {record.term}
    </span>
    {/* A term often has several receipts, which differ in their totals. */}
    {'total_cost' in record && <span className="el-amount">KES {money(record.total_cost)}</span>}
    <span className={classes.state}>
      <RecordStatusBadge status={record.status} />
    </span>
    <span className={classes.meta}>
      {record.class}. Updated {formatDate(record.updated_at)} by {record.entered_by}
    </span>
    {record.remark && (
      <Text component="span" className={`el-break ${classes.meta}`} fw={500} c="yellow">
        Returned: {record.remark}
      </Text>
    )}
  </>
)
