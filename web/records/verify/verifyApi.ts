import { queryOptions } from '@tanstack/react-query'
import type { NotificationTime } from '#contract/notifications.ts'
import type { Waiting } from '#contract/records/records.ts'
import { call } from '../../ui/call.ts'
import { fetchRecord } from '../recordApi.ts'
import { type AnyRecord, everyRecordKind, type RecordKind, recordKinds } from '../recordKinds.ts'

export type Settled = { message: string; data: AnyRecord }

/** How long a preloaded record is used. The server refuses a stale version anyway. */
const READ_AHEAD_MS = 60_000

export type RecordKey = { of: RecordKind; id: number }
/** The records to verify: only those of one student, or all of a kind, which `time` limits to one term. */
export type Queue = {
  only?: RecordKey[] | undefined
  time?: NotificationTime | undefined
  /** The records to begin with, if the list that opens it has them already. */
  start?: QueueRow[] | undefined
}
export type QueueRow = Waiting & { of: RecordKind }

/** Report cards before receipts. With `first`, that record comes first. */
async function fetchQueue(
  kind: RecordKind,
  { only, time }: Queue,
  first: RecordKey | undefined,
  signal: AbortSignal,
): Promise<{ rows: QueueRow[]; total: number }> {
  const starts = [...(first ? [first] : []), ...(only ?? [])]
  const kinds = everyRecordKind.filter((of) => (only ? only.some((each) => each.of === of) : of === kind))
  const found = kinds.map(async (of) => {
    // One answer contains the records of the student of the first one.
    const query = { first: starts.find((each) => each.of === of)?.id, ...time }
    const { data, meta } = await call(`GET ${recordKinds[of].path}?query=waiting`, { query, signal })
    return { rows: data.map((row) => Object.assign(row, { of })), total: meta.total }
  })
  const parts = await Promise.all(found)
  const rows = parts.flatMap((part) => part.rows)
  if (!only) return { rows, total: parts.reduce((sum, { total }) => sum + total, 0) }
  const theirs = rows.filter(({ of, id }) => only.some((each) => each.of === of && each.id === id))
  return { rows: theirs, total: theirs.length }
}

/** The records of one round. The list does not change until all are done; then the next round is loaded. */
export const queueQuery = (
  kind: RecordKind,
  { start, ...queue }: Queue,
  first: RecordKey | undefined,
  round: number,
) =>
  queryOptions({
    queryKey: ['verifying', kind, 'round', round, queue, first],
    queryFn: ({ signal }) => fetchQueue(kind, queue, first, signal),
    initialData: round === 0 && start ? { rows: start, total: start.length } : undefined,
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
