import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { NotificationTime, Work } from '#contract/notifications.ts'
import type { Missing, Returned, Waiting } from '#contract/records/records.ts'
import { canDecideRequests, canVerifyRecords } from '#contract/permissions.ts'
import { openRequestsQuery } from '../privacy/requests/requestApi.ts'
import { isUrgent } from '../privacy/requests/requestBadges.ts'
import { useToday } from '../ui/form/FormFields.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { everyRecordKind, type RecordKind, recordKinds } from '../records/recordKinds.ts'
import { fileSteps, type Step } from './steps.ts'
import type { Task } from './TaskDialog.tsx'
import { newAdultsQuery, ownMissingQuery, returnedQuery, waitingQuery } from './workApi.ts'
import { workQuery } from './workQuery.ts'

/** A student with records to verify, the longest waiting first. */
export type WaitingRow = { student: Waiting; records: { of: RecordKind; record: Waiting }[] }
export type ReturnedRow = { of: RecordKind; record: Returned }
/** What a student lacks, the most urgent first. */
export type MissingRow = { row: Missing; steps: { step: Step; time: NotificationTime | undefined }[] }

/**
 * The requests to answer, the students with records to verify, the records returned to the user, and those of their own
 * students who come of age or lack something.
 */
export function useMyWork() {
  const { role } = useSessionUser()
  const waiting = useQueries({
    queries: canVerifyRecords(role) ? everyRecordKind.map(waitingQuery) : [],
  })
  const returned = useQueries({ queries: everyRecordKind.map(returnedQuery) })
  const missing = useQueries({ queries: everyRecordKind.map(ownMissingQuery) })
  const counted = useQuery(workQuery)
  const today = useToday()
  const decides = canDecideRequests(role)
  const requests = useQuery({ ...openRequestsQuery(), enabled: decides })
  const adults = useQuery(newAdultsQuery)
  const queries = [counted, adults, ...(decides ? [requests] : []), ...waiting, ...returned, ...missing]
  const [reports, receipts] = missing.map(({ data }) => data)
  // A liaison officer's students may lack thousands of things.
  const rows = useMemo(() => missingRows(reports, receipts), [reports, receipts])
  return {
    requests: (requests.data ?? []).filter((request) => isUrgent(request, today)),
    waiting: waitingRows(
      everyRecordKind.flatMap(
        (of, index) => waiting[index]?.data?.data.map((record) => ({ of, record })) ?? [],
      ),
    ),
    returned: everyRecordKind
      .flatMap(
        (of, index) => returned[index]?.data?.data.map((record): ReturnedRow => ({ of, record })) ?? [],
      )
      .toSorted((a, b) => (a.record.updated_at < b.record.updated_at ? 1 : -1)),
    adults: adults.data ?? [],
    missing: rows,
    isLoading: queries.some(({ data }) => data === undefined),
    error: queries.find(({ data, error }) => error && data === undefined)?.error ?? null,
    retry: () => queries.filter(({ error }) => error).forEach(({ refetch }) => void refetch()),
  }
}

export function waitingRows(records: WaitingRow['records']): WaitingRow[] {
  const oldestFirst = records.toSorted((a, b) => (a.record.updated_at < b.record.updated_at ? -1 : 1))
  const students = Map.groupBy(oldestFirst, ({ record }) => record.student_id)
  return [...students.values()].flatMap((theirs) =>
    theirs[0] ? [{ student: theirs[0].record, records: theirs }] : [],
  )
}

/** All records one by one, of the kind that the open list shows, if any waits. Then it offers the other kind. */
export function verifyingAll(
  { reports, receipts }: Pick<Work, 'reports' | 'receipts'>,
  shown: RecordKind,
  begin: (task: Task) => void,
): Task {
  const counts = { report: reports, receipt: receipts }
  const of = [shown, ...everyRecordKind].find((kind) => counts[kind] > 0) ?? shown
  const other = everyRecordKind.find((kind) => kind !== of && counts[kind] > 0)
  return {
    of,
    onward: other && { word: `Verify ${recordKinds[other].name}s`, go: () => begin({ of: other }) },
  }
}

/** The records of one student, report cards first. */
export function verifyingOf(records: WaitingRow['records']): Task {
  const only = records.map(({ of, record: { id } }) => ({ of, id }))
  return { of: everyRecordKind.find((kind) => only.some(({ of }) => of === kind)) ?? 'report', only }
}

const collator = new Intl.Collator()

type Answered = { data: Missing[]; time: NotificationTime | null }
const NOTHING: Answered = { data: [], time: null }

/** By name. The answers for both kinds include missing files, so only those of one are used. */
export function missingRows(reports: Answered = NOTHING, receipts: Answered = NOTHING): MissingRow[] {
  const students = new Map<number, MissingRow>()
  const add = (row: Missing, time: NotificationTime | null, steps: Step[]) => {
    if (steps.length === 0) return
    const known = students.get(row.student_id) ?? { row, steps: [] }
    known.steps.push(...steps.map((step) => ({ step, time: time ?? undefined })))
    students.set(row.student_id, known)
  }
  for (const row of reports.data) add(row, reports.time, stepsOf(row, 'report'))
  for (const row of receipts.data) add(row, receipts.time, [...stepsOf(row, 'receipt'), ...fileSteps(row)])
  return [...students.values()].toSorted((a, b) => collator.compare(a.row.name, b.row.name))
}

const stepsOf = (row: Missing, of: RecordKind): Step[] =>
  row[of] === 'missing' ? [{ of, action: 'add', state: 'missing' }] : []
