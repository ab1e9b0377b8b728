import { Group } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { draftKey } from '#contract/drafts.ts'
import { type LookupKind, lookupName } from '#contract/lookups.ts'
import type { NotificationTime } from '#contract/notifications.ts'
import { UNVERIFIED } from '#contract/records/records.ts'
import { lookupsQuery } from '../../lookups/lookupApi.ts'
import { FilledFields } from '../../ui/form/FilledFields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import type { FormInSeries } from '../../ui/form/FormSeries.tsx'
import { SavedMeanwhile, useEditConflict } from '../../ui/form/SavedMeanwhile.tsx'
import { Message } from '../../ui/Message.tsx'
import { type RecordSaved, recordToEditQuery, refreshRecords } from '../recordApi.ts'
import { type AnyRecord, type AnyRecordRow, pdfOf, type RecordKind, recordKinds } from '../recordKinds.ts'
import { RecordStatusBadge } from '../RecordStatusBadge.tsx'
import type { RecordAction, RecordStudent, RecordToOpen } from '../RecordToOpen.ts'
import type { RecordFieldsProps } from './RecordFields.tsx'
import { NextStudent } from './NextStudent.tsx'
import { adoptServerValues, type Proposing, type RecordEditor, type RecordValues } from './recordEditor.ts'
import { RecordPicker } from './RecordPicker.tsx'
import { useNewRecord, useTaken } from './useNewRecord.ts'
import { StudentLine } from '../../students/StudentLine.tsx'

export type RecordModalProps = RecordToOpen & { onClose: () => void }

type OneRecordProps<Kind extends RecordKind> = {
  editor: RecordEditor<Kind>
  student: RecordStudent
  onClose: () => void
  children: (fields: RecordFieldsProps<Kind>) => ReactNode
}

/** Adds a record, or edits one that is picked first. */
export function RecordModal<Kind extends RecordKind>(props: RecordModalProps & OneRecordProps<Kind>) {
  const { action, id, time, ...one } = props
  const [isAdding, setIsAdding] = useState(action === 'add')
  const [picked, setPicked] = useState(id)
  const [series, setSeries] = useState<Series<Kind>>()
  const student = series?.student ?? one.student
  const edit = (record: number) => {
    setIsAdding(false)
    setPicked(record)
  }
  if (isAdding && series && !series.student)
    return (
      <NextStudent
        kind={one.editor.kind}
        saved={series.saved}
        onChoose={(next) => setSeries({ ...series, student: next })}
        onClose={one.onClose}
      />
    )
  if (isAdding)
    return (
      <AddModal
        // The same student may get another receipt.
        key={series?.number}
        {...one}
        student={student}
        time={time}
        before={series?.before}
        onEdit={edit}
        onNext={(saved, before) => setSeries({ number: (series?.number ?? 0) + 1, saved, before })}
      />
    )
  // Each record has its own form.
  if (picked !== undefined)
    return <EditModal key={picked} {...one} student={student} id={picked} onEdit={edit} />
  return (
    <RecordPicker
      kind={one.editor.kind}
      student={student}
      onAdd={() => setIsAdding(true)}
      onPick={setPicked}
      onClose={one.onClose}
    />
  )
}

/** The records that are added one after the other. */
type Series<Kind extends RecordKind> = {
  number: number
  /** The message and values of the last save. */
  saved: string
  before: RecordValues<Kind>
  /** The next student, once chosen. */
  student?: RecordStudent
}

/** Edits the existing record of the chosen term instead of this one. */
type OnEdit = { onEdit: (id: number) => void }

function AddModal<Kind extends RecordKind>(
  props: OneRecordProps<Kind> &
    OnEdit &
    Pick<Proposing<Kind>, 'time' | 'before'> & { onNext: FormInSeries<RecordValues<Kind>>['next'] },
) {
  const { editor, student, time, before, onEdit, onNext, onClose, children } = props
  const { kind, empty, added, warn, save } = editor
  const { values, last, paid } = useNewRecord(editor, student.id, { time, before })
  const [saved, setSaved] = useState<number>()
  const takenBy = useTaken(editor, student.id, saved)
  const { onSaved, onFailed } = useRecordSaved(kind)
  const draftNote = useOtherTerm(before ?? time)
  const areChoicesLoaded = useAreChoicesLoaded(kind)
  return (
    <FormModal
      {...frameOf(kind, 'add', student)}
      initialValues={empty(student.id, time)}
      loads
      schema={added}
      draft={draftKey(kind, 'add', student.id)}
      draftNote={draftNote}
      warn={warn && ((record) => warn(record))}
      waits={(typed) => askForOther(takenBy(typed))}
      save={(record, transfer) => save(record, transfer)}
      onFailed={onFailed}
      onSaved={(answer) => {
        setSaved(answer.data.id)
        onSaved(answer)
      }}
      series={{ next: onNext }}
      isInstant={before !== undefined}
      onClose={onClose}
    >
      {(form, upload) => (
        <FilledFields
          {...fillOf(kind)}
          form={form}
          values={areChoicesLoaded ? values : undefined}
          startsEmpty
        >
          {children({
            form,
            student,
            draft: draftKey(kind, 'add', student.id),
            upload,
            last,
            paid,
            taken: takenIn(form, takenBy(form.values), onEdit),
          })}
        </FilledFields>
      )}
    </FormModal>
  )
}

function EditModal<Kind extends RecordKind>(props: OneRecordProps<Kind> & OnEdit & { id: number }) {
  const { editor, student, id, onEdit, onClose, children } = props
  const { kind, empty, valuesOf, edited, warn, save } = editor
  const client = useQueryClient()
  const { data: record, error, refetch } = useQuery(recordToEditQuery(kind, id))
  const values = useMemo(() => record && valuesOf(record), [record, valuesOf])
  const takenBy = useTaken(editor, student.id, id)
  const { onSaved, onFailed } = useRecordSaved(kind)
  const watch = useEditConflict()
  const areChoicesLoaded = useAreChoicesLoaded(kind)
  return (
    <FormModal
      {...frameOf(kind, 'edit', student)}
      initialValues={empty(student.id)}
      loads
      schema={edited}
      draft={draftKey(kind, 'edit', id)}
      warn={warn && ((typed) => warn(typed, id))}
      waits={(typed) => askForOther(takenBy(typed))}
      save={(typed, transfer) => watch.watched(save(typed, transfer, id))}
      onFailed={onFailed}
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
            valuesOf={valuesOf}
            take={(found, changedNames, typed) => adoptServerValues(editor, found, changedNames, typed)}
          />
          <FilledFields
            {...fillOf(kind)}
            form={form}
            values={areChoicesLoaded ? values : undefined}
            error={error}
            onRetry={() => void refetch()}
          >
            {record && (
              <>
                <RecordState record={record} />
                {children({
                  form,
                  student,
                  draft: draftKey(kind, 'edit', id),
                  upload,
                  present: pdfOf(record),
                  taken: takenIn(form, takenBy(form.values), onEdit),
                })}
              </>
            )}
          </FilledFields>
        </>
      )}
    </FormModal>
  )
}

const choices: Record<RecordKind, LookupKind[]> = {
  report: ['years', 'terms', 'classes', 'subjects'],
  receipt: ['years', 'terms', 'classes'],
}

/** Until its options are loaded, a select box loses input, and looks empty. */
const useAreChoicesLoaded = (kind: RecordKind) =>
  useQueries({ queries: choices[kind].map(lookupsQuery) }).every(({ isPending }) => !isPending)

const fillOf = (kind: RecordKind) => ({
  noun: recordKinds[kind].noun,
  blanks: kind === 'report' ? { count: 8, columns: 2 } : { count: 4, columns: 1 },
})

const askForOther = (taken: AnyRecordRow | undefined) => taken && `Choose another term, or edit ${taken.term}`

/** The existing record of the chosen term. The other typed values remain as a draft for another term. */
const takenIn = <Kind extends RecordKind>(
  form: UseFormReturnType<RecordValues<Kind>>,
  record: AnyRecordRow | undefined,
  onEdit: OnEdit['onEdit'],
) =>
  record && {
    words: `${record.term}, ${record.year} is entered already.`,
    typed: Object.keys(form.values).some((field) => !timeFields.has(field) && form.isDirty(field))
      ? form.values
      : undefined,
    onDiscard: () => {
      flushSync(form.reset)
      onEdit(record.id)
    },
    onEdit: () => {
      const { year_id, term_id } = form.getInitialValues()
      // Synchronously, so that the draft is stored without the term before the form is unmounted.
      flushSync(() => form.setValues((typed) => ({ ...typed, year_id, term_id })))
      onEdit(record.id)
    },
  }

const timeFields = new Set(['year_id', 'term_id'])

const frameOf = (kind: RecordKind, action: RecordAction, student: RecordStudent) => ({
  title: `${action === 'add' ? 'Add' : 'Edit'} ${recordKinds[kind].title}`,
  subtitle: <StudentLine student={student} />,
  shape: 'large' as const,
  verb: `Save ${recordKinds[kind].label}`,
})

/** The status of the edited record, the status that a save sets, and the remark of a return. */
const RecordState = ({ record: { status, remark } }: { record: AnyRecord }) => (
  <>
    <Group className="el-sm el-ink-2" gap="4px 12px">
      <RecordStatusBadge status={status} />
      {status !== UNVERIFIED && <span>Saving sets it back to Unverified.</span>}
    </Group>
    {remark && <Message tone="note">Returned: {remark}</Message>}
  </>
)

function useRecordSaved(kind: RecordKind) {
  const client = useQueryClient()
  return {
    onSaved: ({ data: { student_id } }: RecordSaved) => refreshRecords(client, kind, [student_id]),
    // A refusal of a report card may mean that the curriculum of its class has changed since it was loaded.
    onFailed: () => void (kind === 'report' && client.invalidateQueries(lookupsQuery('classes'))),
  }
}

type FormTime = Pick<RecordValues<RecordKind>, 'year_id' | 'term_id'>

/** Names the term of a draft, if it is not the one for which the form was opened. */
function useOtherTerm(time: FormTime | NotificationTime | undefined) {
  const yearOf = useNames('years')
  const termOf = useNames('terms')
  return ({ year_id, term_id }: FormTime): string | undefined => {
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
