import { useQueries, useQuery } from '@tanstack/react-query'
import type { NotificationTime } from '#contract/notifications.ts'
import type { Missing, Returned } from '#contract/records.ts'
import { everyRecordKind, type RecordKind } from '../recordKinds.ts'
import { fileSteps, type Step } from './steps.ts'
import { ownMissingQuery, returnedQuery, workQuery } from './workApi.ts'

export type ReturnedRow = { of: RecordKind; record: Returned }
export type MissingRow = { row: Missing; step: Step; time: NotificationTime | undefined }

/** The records that were returned to the user, the newest first, and each thing that their students lack, by name. */
export function useMyWork() {
  const returned = useQueries({ queries: everyRecordKind.map(returnedQuery) })
  const missing = useQueries({ queries: everyRecordKind.map(ownMissingQuery) })
  const counted = useQuery(workQuery)
  const queries = [counted, ...returned, ...missing]
  return {
    returned: everyRecordKind
      .flatMap(
        (of, index) => returned[index]?.data?.data.map((record): ReturnedRow => ({ of, record })) ?? [],
      )
      .toSorted((a, b) => (a.record.updated_at < b.record.updated_at ? 1 : -1)),
    missing: everyRecordKind
      .flatMap((of, index) => {
        const { data: rows = [], time } = missing[index]?.data ?? {}
        return rows.flatMap((row) =>
          stepsOf(row, of).map((step): MissingRow => ({ row, step, time: time ?? undefined })),
        )
      })
      .toSorted((a, b) => a.row.name.localeCompare(b.row.name)),
    isLoading: queries.some(({ data }) => data === undefined),
    error: queries.find(({ data, error }) => error && data === undefined)?.error ?? null,
    retry: () => queries.filter(({ error }) => error).forEach(({ refetch }) => void refetch()),
  }
}

/** What a student lacks of a kind. The answers for both kinds tell who lacks a file: it is taken from one. */
function stepsOf(row: Missing, of: RecordKind): Step[] {
  const record: Step[] = row[of] === 'missing' ? [{ of, deed: 'add', state: 'missing' }] : []
  return of === 'receipt' ? [...record, ...fileSteps(row)] : record
}
