import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { NotificationTime } from '#contract/notifications.ts'
import type { Missing, Returned } from '#contract/records.ts'
import { everyRecordKind, type RecordKind } from '../recordKinds.ts'
import { fileSteps, type Step } from './steps.ts'
import { ownMissingQuery, returnedQuery, workQuery } from './workApi.ts'

export type ReturnedRow = { of: RecordKind; record: Returned }
export type MissingRow = { row: Missing; step: Step; time: NotificationTime | undefined }

/** The records returned to the user, newest first, and what their students lack, by name. */
export function useMyWork() {
  const returned = useQueries({ queries: everyRecordKind.map(returnedQuery) })
  const missing = useQueries({ queries: everyRecordKind.map(ownMissingQuery) })
  const counted = useQuery(workQuery)
  const queries = [counted, ...returned, ...missing]
  const [reports, receipts] = missing.map(({ data }) => data)
  // A liaison officer's students may lack thousands of things.
  const rows = useMemo(
    () =>
      [...missingRows('report', reports), ...missingRows('receipt', receipts)].toSorted((a, b) =>
        collator.compare(a.row.name, b.row.name),
      ),
    [reports, receipts],
  )
  return {
    returned: everyRecordKind
      .flatMap(
        (of, index) => returned[index]?.data?.data.map((record): ReturnedRow => ({ of, record })) ?? [],
      )
      .toSorted((a, b) => (a.record.updated_at < b.record.updated_at ? 1 : -1)),
    missing: rows,
    isLoading: queries.some(({ data }) => data === undefined),
    error: queries.find(({ data, error }) => error && data === undefined)?.error ?? null,
    retry: () => queries.filter(({ error }) => error).forEach(({ refetch }) => void refetch()),
  }
}

const collator = new Intl.Collator()

type Answered = { data: Missing[]; time: NotificationTime | null }

const missingRows = (of: RecordKind, { data, time }: Answered = { data: [], time: null }) =>
  data.flatMap((row) => stepsOf(row, of).map((step): MissingRow => ({ row, step, time: time ?? undefined })))

/** What a student lacks of a kind. The answers for both kinds include missing files, so only one of them is used. */
function stepsOf(row: Missing, of: RecordKind): Step[] {
  const record: Step[] = row[of] === 'missing' ? [{ of, deed: 'add', state: 'missing' }] : []
  return of === 'receipt' ? [...record, ...fileSteps(row)] : record
}
