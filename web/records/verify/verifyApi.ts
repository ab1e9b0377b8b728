import { queryOptions } from '@tanstack/react-query'
import type { Report } from '#contract/reportCards.ts'
import type { Waiting } from '#contract/records.ts'
import type { Finance } from '#contract/receipts.ts'
import { http } from '../../ui/http.ts'
import { type RecordKind, recordKinds } from '../recordKinds.ts'

export type AnyRecord = Report | Finance
export const isReport = (record: AnyRecord): record is Report => 'marks' in record
export const pdfOf = (record: AnyRecord) => (isReport(record) ? record.pathReport : record.pathFinance)

export type WaitingList = { data: Waiting[]; meta: { total: number } }
export type Settled = { message: string; data: AnyRecord }

/** A while after it was read ahead a record is still what it was; if not, its version says so. */
const READ_AHEAD_MS = 60_000

const fetchWaiting = (kind: RecordKind, first: number | undefined, signal: AbortSignal) =>
  http.get<WaitingList>(recordKinds[kind].path, { query: { query: 'waiting', first }, signal })

/** How many wait, for the button that begins with them. */
export const waitingCountQuery = (kind: RecordKind) =>
  queryOptions({
    queryKey: [recordKinds[kind].key, 'waiting'],
    queryFn: async ({ signal }) => (await fetchWaiting(kind, undefined, signal)).meta.total,
  })

/** What one goes through: it stays as it is until one is through, and then another round may have come. */
export const queueQuery = (kind: RecordKind, first: number | undefined, round: number) =>
  queryOptions({
    queryKey: ['verifying', kind, 'round', round, first],
    queryFn: ({ signal }) => fetchWaiting(kind, first, signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const recordQuery = (kind: RecordKind, id: number) =>
  queryOptions({
    queryKey: [recordKinds[kind].key, 'verifying', id],
    queryFn: async ({ signal }) =>
      (
        await http.get<{ data: AnyRecord }>(`${recordKinds[kind].path}/${id}`, {
          query: { query: 'edit' },
          signal,
        })
      ).data,
    staleTime: READ_AHEAD_MS,
    gcTime: READ_AHEAD_MS,
    refetchOnWindowFocus: false,
  })

/** Both name the version that was looked at. */
export const verify = (kind: RecordKind, { id, version }: AnyRecord) =>
  http.get<Settled>(`${recordKinds[kind].path}/${id}`, { query: { query: 'verify', version } })

export const giveBack = (kind: RecordKind, { id, version }: AnyRecord, remark: string) =>
  http.post<Settled>(`${recordKinds[kind].path}/${id}/return`, { remark, version })
