import { Textarea } from '@mantine/core'
import type { GetInputPropsReturnType, UseFormReturnType } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Fields } from '#contract/base/fields.ts'
import { type LookupKind, lookupName } from '#contract/lookups.ts'
import { recordFields } from '#contract/records/records.ts'
import { lookupsQuery } from '../../lookups/lookupApi.ts'
import { DraftQuestion } from '../../ui/drafts/LeaveQuestion.tsx'
import { PresentPdf } from '../../ui/file/FileDrop.tsx'
import { FieldInput, type FormInputs } from '../../ui/form/FormFields.tsx'
import type { Upload } from '../../ui/modal/useSaving.ts'
import { paperFileName } from '../../ui/paper/Paper.ts'
import { PdfDrop } from '../../ui/paper/PdfDrop.tsx'
import { type AnyRecord, type RecordKind, recordKinds } from '../recordKinds.ts'
import type { RecordStudent } from '../RecordToOpen.ts'
import classes from './RecordFields.module.css'
import type { RecordValues } from './recordEditor.ts'
import type { Paid } from './useNewRecord.ts'

/** The props of a record's fields. */
export type RecordFieldsProps<Kind extends RecordKind> = {
  form: UseFormReturnType<RecordValues<Kind>>
  student: RecordStudent
  /** The key of the form's draft, beside which this device stores photographed pages. */
  draft: string
  /** Defined while the PDF is uploaded. */
  upload: Upload | undefined
  /** The URL of the record's current PDF, which is kept until another is chosen. */
  present?: string | null | undefined
  /** The last record, from which the values of a new one are proposed. */
  last?: AnyRecord | undefined
  /** Set if a new record may be about a payment. */
  paid?: Paid<Kind> | undefined
  /** Set if the chosen term already has a record, which can be edited instead. */
  taken?: Taken | undefined
}

type Taken = {
  words: string
  /** The form's values, if anything except the term was typed. */
  typed: object | undefined
  /** Stores the typed values as a draft, to use them for another term. */
  onEdit: () => void
  onDiscard: () => void
}

type RecordTime = Pick<RecordValues<RecordKind>, 'year_id' | 'term_id' | 'class_id'>
type RecordTimeFieldsProps<Values> = {
  form: UseFormReturnType<Values>
  taken?: RecordFieldsProps<RecordKind>['taken']
}
type TimeFieldProps<Values> = Pick<RecordTimeFieldsProps<Values>, 'form'> & {
  kind: LookupKind
  field: keyof RecordTime
}

/** The year, term and class of a record. */
export const RecordTimeFields = <Values extends RecordTime>({
  form,
  taken,
}: RecordTimeFieldsProps<Values>) => (
  <div className={classes.time}>
    <TimeField form={form} kind="years" field="year_id" />
    <TimeField form={form} kind="terms" field="term_id" />
    <TimeField form={form} kind="classes" field="class_id" />
    {/* Always rendered, so that screen readers announce its changes. */}
    <output className={classes.taken}>{taken && <EditInstead {...taken} />}</output>
  </div>
)

/** Opens the existing record of the chosen term, after asking what to do with the typed values. */
function EditInstead({ words, typed, onEdit, onDiscard }: Taken) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <IconAlertTriangle size={17} aria-hidden />
      <span>
        {words}{' '}
        <button type="button" className="el-link" onClick={typed ? () => setIsAsking(true) : onEdit}>
          Edit it
        </button>
      </span>
      {isAsking && typed && (
        <DraftQuestion
          values={typed}
          onStay={() => setIsAsking(false)}
          onLeave={onDiscard}
          onKeepDraft={onEdit}
        />
      )}
    </>
  )
}

function TimeField<Values>({ form, kind, field }: TimeFieldProps<Values>) {
  const { data = [], error } = useQuery(lookupsQuery(kind))
  return (
    <FieldInput
      form={form}
      name={field}
      field={recordFields[field]}
      choices={data.map((lookup) => ({ value: String(lookup.id), label: lookupName(kind, lookup) }))}
      {...(error && { error: error.message })}
    />
  )
}

/** Texts of several lines, each input as high as its text. */
export const CommentFields = ({ form, fields }: { form: FormInputs; fields: Fields }) =>
  Object.entries(fields).map(([name, { label, input }]) => (
    <Textarea
      key={name}
      label={label}
      placeholder={input.placeholder}
      classNames={{ input: classes.comment ?? '' }}
      {...form.getInputProps(name)}
    />
  ))

type RecordFileProps = Pick<RecordFieldsProps<RecordKind>, 'student' | 'draft' | 'upload' | 'present'> & {
  kind: RecordKind
  /** The record's year and term, which become part of the name of a PDF made from photographs. */
  time: RecordTime
  input: GetInputPropsReturnType
  onProblem: (problem: string) => void
}

/** The PDF of a record. */
export function RecordFile(props: RecordFileProps) {
  const { kind, student, draft, time, input, onProblem, upload, present } = props
  const { labels, pdf } = recordKinds[kind]
  const year = useLookupName('years', time.year_id)
  const term = useLookupName('terms', time.term_id)
  return (
    <PdfDrop
      label={labels.file}
      {...input}
      onProblem={onProblem}
      upload={upload}
      present={present && <PresentPdf href={present}>{pdf} as it is</PresentPdf>}
      target={{
        key: `${draft}-${kind}`,
        what: pdf,
        about: `${student.name}, ${student.ref}`,
        fileName: paperFileName(student.name, kind === 'receipt' ? pdf : undefined, term, year),
      }}
    />
  )
}

export function useLookupName(kind: LookupKind, id: string): string | undefined {
  const { data = [] } = useQuery(lookupsQuery(kind))
  const lookup = data.find((each) => String(each.id) === id)
  return lookup && lookupName(kind, lookup)
}
