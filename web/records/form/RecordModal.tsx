import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Draft, draftKey } from '#contract/drafts.ts'
import { type LookupKind, lookupName } from '#contract/lookups.ts'
import type { NotificationTime } from '#contract/notifications.ts'
import { UNVERIFIED } from '#contract/records.ts'
import { lookupsQuery } from '../../lookups/lookupApi.ts'
import { StudentPicture } from '../../students/StudentPicture.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { SavedMeanwhile, useEditConflict } from '../../ui/form/SavedMeanwhile.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { recordToEditQuery, refreshRecords } from '../recordApi.ts'
import { type AnyRecord, pdfOf, type RecordKind, recordKinds } from '../recordKinds.ts'
import { RecordStatusBadge } from '../RecordStatusBadge.tsx'
import type { RecordDeed, RecordStudent, RecordToOpen } from '../RecordToOpen.ts'
import type { RecordFieldsProps } from './RecordFields.tsx'
import { adoptServerValues, type RecordEditor, type RecordSaved, type RecordValues } from './recordEditor.ts'
import classes from './RecordModal.module.css'
import { RecordPicker } from './RecordPicker.tsx'

export type RecordModalProps = RecordToOpen & { onClose: () => void }

type OneRecordProps<Kind extends RecordKind> = {
  editor: RecordEditor<Kind>
  student: RecordStudent
  onClose: () => void
  children: (fields: RecordFieldsProps<Kind>) => ReactNode
}

/** Room for two columns. */
const WIDTH = 1128

/** Adds a record, or edits one that is picked first. */
export function RecordModal<Kind extends RecordKind>(props: RecordModalProps & OneRecordProps<Kind>) {
  const { deed, id, time, ...one } = props
  const [isAdding, setIsAdding] = useState(deed === 'add')
  const [picked, setPicked] = useState(id)
  if (isAdding) return <AddModal {...one} time={time} />
  if (picked !== undefined) return <EditModal {...one} id={picked} />
  return (
    <RecordPicker
      kind={one.editor.kind}
      student={one.student}
      onAdd={() => setIsAdding(true)}
      onPick={setPicked}
      onClose={one.onClose}
    />
  )
}

function AddModal<Kind extends RecordKind>(
  props: OneRecordProps<Kind> & { time: NotificationTime | undefined },
) {
  const { editor, student, time, onClose, children } = props
  const { kind, empty, added, warn, save } = editor
  const onSaved = useRecordSaved(kind)
  const draftNote = useOtherTerm(time)
  return (
    <FormModal
      {...frameOf(kind, 'add', student)}
      initialValues={empty(student.id, time)}
      schema={added}
      draft={draftKey(kind, 'add', student.id)}
      draftNote={draftNote}
      warn={warn && ((record) => warn(record))}
      save={(record, transfer) => save(record, transfer)}
      onSaved={onSaved}
      onClose={onClose}
    >
      {(form, upload) => children({ form, upload })}
    </FormModal>
  )
}

function EditModal<Kind extends RecordKind>(props: OneRecordProps<Kind> & { id: number }) {
  const { editor, student, id, onClose, children } = props
  const { kind, empty, edited, warn, save } = editor
  const client = useQueryClient()
  const onSaved = useRecordSaved(kind)
  const watch = useEditConflict()
  return (
    <FormModal
      {...frameOf(kind, 'edit', student)}
      initialValues={empty(student.id)}
      loads
      schema={edited}
      draft={draftKey(kind, 'edit', id)}
      warn={warn && ((record) => warn(record, id))}
      save={(record, transfer) => watch.watched(save(record, transfer, id))}
      onSaved={onSaved}
      onClose={onClose}
    >
      {(form, upload) => (
        <>
          <SavedMeanwhile
            form={form}
            labels={recordKinds[kind].labels}
            watch={watch}
            load={() => client.fetchQuery(recordToEditQuery(kind, id))}
            take={(record, told, typed) => adoptServerValues(editor, record, told, typed)}
          />
          <FieldsToEdit editor={editor} id={id} form={form}>
            {(present) => children({ form, upload, present })}
          </FieldsToEdit>
        </>
      )}
    </FormModal>
  )
}

const frameOf = (kind: RecordKind, deed: RecordDeed, student: RecordStudent) => ({
  title: `${deed === 'add' ? 'Add' : 'Edit'} ${recordKinds[kind].title}`,
  image: <StudentPicture student={student} />,
  subtitle: `${student.name}, ${student.ref}`,
  width: WIDTH,
  verb: `Save ${recordKinds[kind].label}`,
})

type FieldsToEditProps<Kind extends RecordKind> = {
  editor: RecordEditor<Kind>
  id: number
  form: UseFormReturnType<RecordValues<Kind>>
  children: (present: string | null) => ReactNode
}

/** The fields of a record, as soon as the record is there. */
function FieldsToEdit<Kind extends RecordKind>(props: FieldsToEditProps<Kind>) {
  const { kind, valuesOf } = props.editor
  const { data: record, error, refetch } = useQuery(recordToEditQuery(kind, props.id))
  const fields = useRef<HTMLDivElement>(null)
  const { initialize, initialized: isFilled } = props.form

  useEffect(() => {
    // `initialize` works once: a later answer, such as after a lost connection, does not overwrite what is typed.
    if (record) initialize(valuesOf(record))
  }, [record, valuesOf, initialize])
  useEffect(() => {
    if (isFilled) fields.current?.querySelector('select')?.focus()
  }, [isFilled])

  if (record && isFilled)
    return (
      <div ref={fields} className={classes.fields}>
        <RecordState record={record} />
        {props.children(pdfOf(record))}
      </div>
    )
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return (
    <>
      <VisuallyHidden component="output">Loading the {recordKinds[kind].noun}</VisuallyHidden>
      <div className={classes.skeleton} data-kind={kind} aria-hidden>
        {Array.from({ length: kind === 'report' ? 8 : 4 }, (_, index) => (
          <span key={index} className={classes.bar} />
        ))}
      </div>
    </>
  )
}

/** The status of the edited record, the status that a save sets, and the remark of a return. */
const RecordState = ({ record: { status, remark } }: { record: AnyRecord }) => (
  <>
    <div className={classes.state}>
      <RecordStatusBadge status={status} />
      {status !== UNVERIFIED && <span>Saving sets it back to Unverified.</span>}
    </div>
    {remark && <Message tone="note">Returned: {remark}</Message>}
  </>
)

function useRecordSaved(kind: RecordKind) {
  const client = useQueryClient()
  return ({ data: { student_id } }: RecordSaved) => refreshRecords(client, kind, [student_id])
}

/** Names the term that a draft was begun for, where it is not the chosen one. */
function useOtherTerm(time: NotificationTime | undefined) {
  const yearOf = useNames('years')
  const termOf = useNames('terms')
  return ({ year_id, term_id }: Draft['values']): string | undefined => {
    if (!time || (year_id === String(time.year_id) && term_id === String(time.term_id))) return undefined
    const name = [yearOf(year_id), termOf(term_id)].filter(Boolean).join(' ')
    return name && `It is for ${name}, not for the term you chose.`
  }
}

function useNames(kind: LookupKind) {
  const { data = [] } = useQuery(lookupsQuery(kind))
  return (id: unknown) =>
    data.filter((lookup) => String(lookup.id) === id).map((lookup) => lookupName(kind, lookup))[0]
}
