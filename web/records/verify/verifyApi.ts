import { queryOptions } from '@tanstack/react-query'
import type { NotificationTime } from '#contract/notifications.ts'
import { call } from '../../ui/call.ts'
import { fetchRecord } from '../recordApi.ts'
import { type AnyRecord, type RecordKind, recordKinds } from '../recordKinds.ts'

export type Settled = { message: string; data: AnyRecord }

/** How long a preloaded record is used. The server refuses a stale version anyway. */
const READ_AHEAD_MS = 60_000

/** The records to verify: the one with the id `first` comes first; `time` limits them to one term. */
export type Queue = { first?: number | undefined; time?: NotificationTime | undefined }

const fetchWaiting = (kind: RecordKind, { first, time }: Queue, signal: AbortSignal) =>
  call(`GET ${recordKinds[kind].path}?query=waiting`, { query: { first, ...time }, signal })

/** The records of one round. The list does not change until all are done; then the next round is loaded. */
export const queueQuery = (kind: RecordKind, queue: Queue, round: number) =>
  queryOptions({
    queryKey: ['verifying', kind, 'round', round, queue],
    queryFn: ({ signal }) => fetchWaiting(kind, queue, signal),
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
