import { Textarea } from '@mantine/core'
import type { GetInputPropsReturnType, UseFormReturnType } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Fields } from '#contract/base/fields.ts'
import { pdfFile } from '#contract/base/files.ts'
import { type LookupKind, lookupName } from '#contract/lookups.ts'
import { recordFields } from '#contract/records/records.ts'
import { lookupsQuery } from '../../lookups/lookupApi.ts'
import { DraftQuestion } from '../../ui/drafts/LeaveQuestion.tsx'
import { FileDrop, PresentPdf } from '../../ui/file/FileDrop.tsx'
import { FieldInput, type FormInputs } from '../../ui/form/FormFields.tsx'
import type { Upload } from '../../ui/modal/useSaving.ts'
import { type AnyRecord, type RecordKind, recordKinds } from '../recordKinds.ts'
import classes from './RecordFields.module.css'
import type { RecordValues } from './recordEditor.ts'

/** The props of a record's fields. */
export type RecordFieldsProps<Kind extends RecordKind> = {
  form: UseFormReturnType<RecordValues<Kind>>
  /** Defined while the PDF is uploaded. */
  upload: Upload | undefined
  /** The URL of the record's current PDF, which is kept until another is chosen. */
  present?: string | null | undefined
  /** The last record, from which the values of a new one are proposed. */
  last?: AnyRecord | undefined
  /** Set if the chosen term already has a record, which can be edited instead. */
  taken?: Taken | undefined
}

type Taken = {
  words: string
  /** The form's values, if anything except the term was typed. */
  typed: object | undefined
  /** Leaves the typed values as a draft for another term. */
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

type RecordFileProps = Pick<RecordFieldsProps<RecordKind>, 'upload' | 'present'> & {
  kind: RecordKind
  input: GetInputPropsReturnType
  onProblem: (problem: string) => void
}

/** The PDF of a record. */
export function RecordFile({ kind, input, onProblem, upload, present }: RecordFileProps) {
  const { labels, pdf } = recordKinds[kind]
  return (
    <FileDrop
      label={labels.file}
      what={`${present ? 'another' : 'the'} ${pdf.toLowerCase()}`}
      hint="PDF only, up to 20 MB"
      kind={pdfFile}
      {...input}
      onProblem={onProblem}
      upload={upload}
      present={present && <PresentPdf href={present}>{pdf} as it is</PresentPdf>}
    />
  )
}
