import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { type LookupKind, lookupName, lookups } from '#contract/lookups.ts'
import { lookupsQuery } from '../../lookups/lookupApi.ts'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import classes from './RecordTimeFields.module.css'

/** The ids, as the select boxes know them. */
export type RecordTime = { year_id: string; term_id: string; class_id: string }

type RecordTimeFieldsProps<Values> = { form: UseFormReturnType<Values> }
type TimeFieldProps<Values> = RecordTimeFieldsProps<Values> & { kind: LookupKind; field: keyof RecordTime }

/** Of when a report or a receipt is, the newest year first. */
export const RecordTimeFields = <Values extends RecordTime>({ form }: RecordTimeFieldsProps<Values>) => (
  <div className={classes.fields}>
    <TimeField form={form} kind="years" field="year_id" />
    <TimeField form={form} kind="terms" field="term_id" />
    <TimeField form={form} kind="classes" field="class_id" />
  </div>
)

function TimeField<Values>({ form, kind, field }: TimeFieldProps<Values>) {
  const { data = [], error } = useQuery(lookupsQuery(kind))
  return (
    <SelectBox
      label={lookups[kind].label}
      placeholder="Select"
      data={data.map((lookup) => ({ value: String(lookup.id), label: lookupName(kind, lookup) }))}
      {...form.getInputProps(field)}
      {...(error && { error: error.message })}
    />
  )
}
