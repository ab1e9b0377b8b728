import { queryOptions } from '@tanstack/react-query'
import type { Returned } from '#contract/records.ts'
import { http } from '../ui/http.ts'
import type { Transfer } from '../ui/modal/useSaving.ts'
import {
  type AnyRecord,
  type AnyRecordRow,
  type RecordKind,
  recordKinds,
  type Records,
} from './recordKinds.ts'

type Field = string | number | undefined
/** What a save sends: fields, rows of fields, and the PDF. */
export type SentRecord = Record<string, Field | Record<string, Field>[] | File | null>
export type RecordSaved = { message: string; data: AnyRecord }

/** All records of a student, the newest term first. */
export const recordsQuery = (kind: RecordKind, student_id: number) =>
  queryOptions({
    queryKey: [recordKinds[kind].key, 'of', student_id],
    queryFn: ({ signal }) =>
      http.get<{ data: AnyRecordRow[] }>(recordKinds[kind].path, { query: { query: student_id }, signal }),
    select: ({ data }) => data,
  })

export async function fetchRecord<Kind extends RecordKind>(kind: Kind, id: number, signal: AbortSignal) {
  const path = `${recordKinds[kind].path}/${id}`
  return (await http.get<{ data: Records[Kind] }>(path, { query: { query: 'edit' }, signal })).data
}

/** A record to edit. It is never taken from the cache, because a save is checked against its version. */
export const recordToEditQuery = <Kind extends RecordKind>(kind: Kind, id: number) =>
  queryOptions({
    queryKey: [recordKinds[kind].key, 'edit', id],
    queryFn: ({ signal }) => fetchRecord(kind, id, signal),
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

/** What was returned to whoever is signed in, the newest first, and how many there are. */
export const returnedQuery = (kind: RecordKind) =>
  queryOptions({
    queryKey: [recordKinds[kind].key, 'returned'],
    queryFn: ({ signal }) =>
      http.get<{ data: Returned[]; meta: { total: number } }>(recordKinds[kind].path, {
        query: { query: 'returned' },
        signal,
      }),
  })

/** Adds a record, or changes the one with this id. */
export function saveRecord(kind: RecordKind, record: SentRecord, transfer: Transfer, id?: number) {
  const { path } = recordKinds[kind]
  return http.post<RecordSaved>(id === undefined ? path : `${path}/${id}`, formData(record), {
    ...transfer,
    query: id === undefined ? { query: '' } : { _method: 'PUT', query: '' },
  })
}

/** Rows become `marks[0][grade]`. The file comes last, so that the server has read the fields before it. */
function formData(record: SentRecord): FormData {
  const form = new FormData()
  const entries = Object.entries(record)
  for (const [name, value] of entries.flatMap(([field, given]) => withRows(field, given)))
    if (value !== undefined) form.append(name, String(value))
  for (const [name, value] of entries) if (value instanceof File) form.append(name, value)
  return form
}

function withRows(field: string, given: SentRecord[string]): [string, Field][] {
  if (given === null || given instanceof File) return []
  if (!Array.isArray(given)) return [[field, given]]
  return given.flatMap((row, index) =>
    Object.entries(row).map(([name, value]): [string, Field] => [`${field}[${index}][${name}]`, value]),
  )
}
