import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { NotificationTime } from '#contract/notifications.ts'
import { recordFields } from '#contract/records/records.ts'
import type { CallOptions } from '../../ui/call.ts'
import { typedValues } from '../../ui/form/typedValues.ts'
import type { OpenPayment } from '../receipts/openPayments.ts'
import type { RecordSaved } from '../recordApi.ts'
import {
  type AnyRecord,
  type RecordKind,
  recordKinds,
  type Records,
  type SentRecords,
} from '../recordKinds.ts'

/** The typed values of a form: choices and numbers as text, row by row. */
type Typed<Form> = {
  [Field in keyof Form]: Form[Field] extends readonly (infer Row)[]
    ? Typed<Row>[]
    : Form[Field] extends File | null
      ? File | null
      : string
}

/** The grade that the form has proposed. A different grade was typed, and is never replaced. */
type Proposed = { proposed: string }
type Sent = { [Kind in RecordKind]: Typed<SentRecords[Kind]> & { version: number } }
type Values = {
  report: Omit<Sent['report'], 'marks'> & Proposed & { marks: (Sent['report']['marks'][number] & Proposed)[] }
  receipt: Sent['receipt']
}

/** The typed values of a record's form, and the version that an edit began with, 0 for a new record. */
export type RecordValues<Kind extends RecordKind> = Values[Kind]

/** How the records of one kind are typed, checked and saved. */
export type RecordEditor<Kind extends RecordKind> = {
  kind: Kind
  /** The schema of a new record, and that of an edited one, which has its PDF already. */
  added: z.ZodType<SentRecords[Kind]>
  edited: z.ZodType<SentRecords[Kind]>
  empty: (student_id: number, time?: NotificationTime) => RecordValues<Kind>
  valuesOf: (record: Records[Kind]) => RecordValues<Kind>
  /** Whether a student has one such record per term. */
  isOneATerm?: boolean
  /** What a new record copies from the last one besides its class, and its term if that may have several. */
  propose?: (last: Records[Kind] | RecordValues<Kind>) => Partial<RecordValues<Kind>>
  /** The payments that a new record may be about, and the values that it proposes then. */
  paid?: {
    load: (client: QueryClient, student: number) => Promise<OpenPayment[]>
    propose: (
      payments: OpenPayment[],
      plain: RecordValues<Kind>,
      time: NotificationTime | undefined,
    ) => Partial<RecordValues<Kind>>
  }
  /** Adds a record, or changes the one with this id. */
  save: (sent: SentRecords[Kind], options: CallOptions, id?: number) => Promise<RecordSaved>
  /** Rows that the history names get the server's values; the others keep the typed values. */
  adoptRows: (
    record: Records[Kind],
    changedNames: string[],
    typed: RecordValues<Kind>,
  ) => Partial<RecordValues<Kind>>
  /** Warnings to show before a save. A record that was saved before has an `id`. */
  warn?: (sent: SentRecords[Kind], id?: number) => Promise<string[]>
}

export const emptyRecord = (student_id: number, time?: NotificationTime) => ({
  ...typedValues(recordFields, { student_id, ...time }),
  version: 0,
})

export type Proposing<Kind extends RecordKind> = {
  time?: NotificationTime | undefined
  /** The last record of the student. */
  last?: Records[Kind] | null | undefined
  /** The student's class, for a first record. */
  class_id?: number | null | undefined
  /** The record that was added before, of another student. */
  before?: RecordValues<Kind> | undefined
}

/**
 * The initial values of a new record. A term that was chosen before is not replaced by that of the last record. A record
 * that follows another has the same year, term and class, and its rows if the student has no record of that class.
 */
export function newValues<Kind extends RecordKind>(
  { empty, propose, isOneATerm = false }: RecordEditor<Kind>,
  student_id: number,
  { time, last, class_id: present, before }: Proposing<Kind>,
): RecordValues<Kind> {
  const values = empty(student_id, time)
  if (before) {
    const { year_id, term_id, class_id } = before
    const rowsOf = last && String(last.class_id) === class_id ? last : before
    return { ...values, year_id, term_id, class_id, ...propose?.(rowsOf) }
  }
  if (!last) return { ...values, class_id: String(present ?? '') }
  const { year_id, term_id, class_id } = recordValuesOf(last)
  const takesTerm = !time && !isOneATerm
  return { ...values, class_id, ...(takesTerm && { year_id, term_id }), ...propose?.(last) }
}

export const recordValuesOf = (record: AnyRecord) => ({
  ...typedValues(recordFields, record),
  version: record.version,
})

/** The rows without the empty ones at the end. */
export const withoutEmptyEnd = <Row>(rows: Row[], isEmpty: (row: Row) => boolean): Row[] =>
  rows.slice(0, rows.findLastIndex((row) => !isEmpty(row)) + 1)

/**
 * The server's values of the fields and rows that others have changed, as named in the history. A name without a
 * label is that of a row; all other rows keep the typed values.
 */
export function adoptServerValues<Kind extends RecordKind>(
  { kind, valuesOf, adoptRows }: RecordEditor<Kind>,
  record: Records[Kind],
  changedNames: string[],
  typed: RecordValues<Kind>,
): Partial<RecordValues<Kind>> {
  const isLabelled = (name: string) => Object.hasOwn(recordKinds[kind].labels, name)
  // The history calls a choice `year`, the form `year_id`.
  const fields = new Set(changedNames.filter(isLabelled).flatMap((name) => [name, `${name}_id`]))
  const theirs = Object.entries(valuesOf(record)).filter(([field]) => fields.has(field))
  return {
    ...(Object.fromEntries(theirs) as Partial<RecordValues<Kind>>),
    ...(changedNames.every(isLabelled) ? {} : adoptRows(record, changedNames, typed)),
  }
}

type Adopting<Row> = {
  /** Equal for two rows about the same thing. */
  keyOf: (row: Row) => string
  /** Whether others have changed the row. */
  isChanged: (row: Row) => boolean
}

/** The typed rows, merged with the rows that others have since changed, added or removed. */
export function adoptServerRows<Row extends { id: string }>(
  typed: Row[],
  theirs: Row[],
  { keyOf, isChanged }: Adopting<Row>,
): Row[] {
  const present = new Set(theirs.map(({ id }) => id))
  const changed = new Map(theirs.filter(isChanged).map((row) => [keyOf(row), row]))
  const rows = typed.flatMap((row) => {
    if (row.id && !present.has(row.id)) return []
    const key = keyOf(row)
    const theirRow = changed.get(key)
    changed.delete(key)
    return theirRow ?? row
  })
  return [...rows, ...changed.values()]
}
