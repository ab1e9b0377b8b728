import { queryOptions } from '@tanstack/react-query'
import type { NotificationTime } from '#contract/notifications.ts'
import type { Waiting } from '#contract/records/records.ts'
import { call } from '../../ui/call.ts'
import { fetchRecord } from '../recordApi.ts'
import { type AnyRecord, everyRecordKind, type RecordKind, recordKinds } from '../recordKinds.ts'

export type Settled = { message: string; data: AnyRecord }

/** How long a preloaded record is used. The server refuses a stale version anyway. */
const READ_AHEAD_MS = 60_000

/** The ids of the records to begin with, of one student. */
type First = Partial<Record<RecordKind, number | undefined>>
/** The records to verify: `first` and the others of that student come first; `time` limits them to one term. */
export type Queue = { first?: First | undefined; time?: NotificationTime | undefined }
export type QueueRow = Waiting & { of: RecordKind }

type Found = { of: RecordKind; data: Waiting[]; total: number }

/** First the records of the student of `first`, report cards before receipts, then the others of the kind. */
export function queueOf(kind: RecordKind, first: First, found: Found[]): { rows: QueueRow[]; total: number } {
  const parts = found.map(({ of, data, total }) => {
    const rows = data.map((row): QueueRow => ({ ...row, of }))
    // Without the student of another record, if somebody else has verified this one.
    const student = rows.find(({ id }) => id === first[of])?.student_id
    const theirs = rows.filter(({ student_id }) => student_id === student)
    return of === kind
      ? { theirs, others: rows.filter((row) => !theirs.includes(row)), total }
      : { theirs, others: [], total: theirs.length }
  })
  return {
    rows: [...parts.flatMap(({ theirs }) => theirs), ...parts.flatMap(({ others }) => others)],
    total: parts.reduce((sum, { total }) => sum + total, 0),
  }
}

async function fetchQueue(kind: RecordKind, { first = {}, time }: Queue, signal: AbortSignal) {
  const kinds = everyRecordKind.filter((of) => of === kind || first[of] !== undefined)
  const found = kinds.map(async (of) => {
    const query = { first: first[of], ...time }
    const { data, meta } = await call(`GET ${recordKinds[of].path}?query=waiting`, { query, signal })
    return { of, data, total: meta.total }
  })
  return queueOf(kind, first, await Promise.all(found))
}

/** The records of one round. The list does not change until all are done; then the next round is loaded. */
export const queueQuery = (kind: RecordKind, queue: Queue, round: number) =>
  queryOptions({
    queryKey: ['verifying', kind, 'round', round, queue],
    queryFn: ({ signal }) => fetchQueue(kind, queue, signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const recordQuery = (kind: RecordKind, id: number) =>
  queryOptions({
    queryKey: [recordKinds[kind].key, 'verifying', id],
    queryFn: ({ signal }): Promise<AnyRecord> => fetchRecord(kind, id, signal),
    staleTime: READ_AHEAD_MS,
    gcTime: READ_AHEAD_MS,
    refetchOnWindowFocus: false,
  })

/** Both calls send the version that was shown. */
export const verify = (kind: RecordKind, { id, version }: AnyRecord) =>
  call(`GET ${recordKinds[kind].path}/:id?query=verify`, { params: { id }, query: { version } })

/** The server allows it for a minute, for the user who verified the record. */
export const unverify = (kind: RecordKind, id: number) =>
  call(`POST ${recordKinds[kind].path}/:id/unverify`, { params: { id } })

export const returnRecord = (kind: RecordKind, { id, version }: AnyRecord, remark: string) =>
  call(`POST ${recordKinds[kind].path}/:id/return`, { params: { id }, body: { remark, version } })
