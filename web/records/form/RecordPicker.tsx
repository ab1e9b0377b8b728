import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import type { Returned } from '#contract/records.ts'
import { STUDENT_ACTIVE } from '#contract/students.ts'
import { StudentPicture } from '../../students/StudentPicture.tsx'
import { formatDate } from '../../ui/formatDate.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import frame from '../../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import { money } from '../amounts.ts'
import { recordsQuery, returnedQuery } from '../recordApi.ts'
import { type AnyRecordRow, type RecordKind, recordKinds } from '../recordKinds.ts'
import { RecordStatusBadge } from '../RecordStatusBadge.tsx'
import type { RecordStudent, RecordToOpen } from '../RecordToOpen.ts'
import classes from './RecordPicker.module.css'

type RecordPickerProps = {
  kind: RecordKind
  student: RecordStudent
  onAdd: () => void
  onPick: (id: number) => void
  onClose: () => void
}

/** Picks the record to edit among those of the student. */
export function RecordPicker({ kind, student, onAdd, onPick, onClose }: RecordPickerProps) {
  const { noun, title } = recordKinds[kind]
  const { data, error, refetch } = useQuery(recordsQuery(kind, student.id))
  return (
    <Picker
      title={`Edit ${title}`}
      image={<StudentPicture student={student} />}
      subtitle={`${student.name}, ${student.ref}`}
      records={data}
      error={error}
      onRetry={() => void refetch()}
      nothing={`There is no ${noun} to edit yet.`}
      add={{ label: `Add ${title}`, onClick: onAdd }}
      Choice={RecordOfTerm}
      onPick={({ id }) => onPick(id)}
      onClose={onClose}
    />
  )
}

const RecordOfTerm = ({ record }: { record: AnyRecordRow }) => (
  <>
    <span className={classes.term}>
      {record.year}, {record.term}
    </span>
    <span className={classes.facts}>
      {/* Several receipts of a term are normal: their totals tell them apart. */}
      {'total_cost' in record && <span className={classes.fact}>KES {money(record.total_cost)}</span>}
      <RecordStatusBadge status={record.status} />
    </span>
    <span className={classes.meta}>
      {record.class}. Updated {formatDate(record.updated_at)} by {record.entered_by}
    </span>
    {record.remark && <span className={classes.remark}>Returned: {record.remark}</span>}
  </>
)

type ReturnedPickerProps = {
  kind: RecordKind
  onPick: (record: RecordToOpen) => void
  onClose: () => void
}

/** Picks one of the returned records to edit. */
export function ReturnedPicker({ kind, onPick, onClose }: ReturnedPickerProps) {
  const { data: returned, error, refetch } = useQuery(returnedQuery(kind))
  const count = returned?.data.length ?? 0
  const isCut = returned !== undefined && count < returned.meta.total
  return (
    <Picker
      title="Returned to You"
      subtitle={isCut && `The newest ${count} of ${returned.meta.total}`}
      records={returned?.data}
      error={error}
      onRetry={() => void refetch()}
      nothing="Nothing is returned to you any more."
      Choice={ReturnedRecord}
      onPick={(record) => onPick({ deed: 'edit', student: studentOf(record), id: record.id })}
      onClose={onClose}
    />
  )
}

const ReturnedRecord = ({ record }: { record: Returned }) => (
  <>
    <span className={classes.term}>{record.student}</span>
    <span className={classes.fact}>
      {record.year}, {record.term}
    </span>
    <span className={classes.meta}>
      {record.ref}. Updated {formatDate(record.updated_at)}
    </span>
    <span className={classes.remark}>Returned: {record.remark}</span>
  </>
)

/** Only records of active students are listed. */
const studentOf = ({ student_id, student, ref, path }: Returned): RecordStudent => ({
  id: student_id,
  name: student,
  ref,
  path,
  status: STUDENT_ACTIVE,
})

type PickerProps<Row extends { id: number }> = {
  title: string
  image?: ReactNode
  subtitle: ReactNode
  /** Undefined until the records are loaded. */
  records: Row[] | undefined
  error: Error | null
  onRetry: () => void
  /** The message where there are none, and the button to add one. */
  nothing: string
  add?: { label: string; onClick: () => void }
  Choice: ComponentType<{ record: Row }>
  onPick: (record: Row) => void
  onClose: () => void
}

function Picker<Row extends { id: number }>(props: PickerProps<Row>) {
  const { records, error, add } = props
  const life = useModalLife(props.onClose)
  const isEmpty = records?.length === 0
  return (
    <ModalFrame
      life={life}
      title={props.title}
      image={props.image}
      subtitle={props.subtitle}
      width={560}
      onAskClose={life.close}
      fillsPhone
    >
      <div className={frame.body} aria-busy={!records && !error}>
        {error && !records && <LoadFailure error={error} onRetry={props.onRetry} />}
        {isEmpty && <Message tone="note">{props.nothing}</Message>}
        {records && !isEmpty && <Choices records={records} Choice={props.Choice} onPick={props.onPick} />}
      </div>
      <div className={frame.foot}>
        <Button variant={isEmpty && add ? 'subtle' : 'default'} onClick={life.close}>
          Cancel
        </Button>
        {isEmpty && add && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add.onClick}>
            {add.label}
          </Button>
        )}
      </div>
    </ModalFrame>
  )
}

type ChoicesProps<Row extends { id: number }> = Pick<PickerProps<Row>, 'Choice' | 'onPick'> & {
  records: Row[]
}

function Choices<Row extends { id: number }>({ records, Choice, onPick }: ChoicesProps<Row>) {
  const list = useRef<HTMLUListElement>(null)
  // The modal has set the focus before the choices were loaded.
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  return (
    <ul ref={list} className={classes.list}>
      {records.map((record) => (
        <li key={record.id}>
          <button type="button" className={classes.choice} onClick={() => onPick(record)}>
            <Choice record={record} />
          </button>
        </li>
      ))}
    </ul>
  )
}
