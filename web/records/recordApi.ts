import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type ActivityRow, studentSearchText } from '#contract/students/students.ts'
import { refreshFunding } from '../students/promises/refreshFunding.ts'
import { ACTIVE_FIRST, WORK_KEY } from '../students/studentApi.ts'
import { call } from '../ui/call.ts'
import { listKey, type ListSource } from '../ui/list/rows/ListSource.ts'
import { type AnyRecord, type RecordKind, recordKinds, type RecordRows, type Records } from './recordKinds.ts'

/** All records of a student, newest term first. Report cards have no marks here. */
export const recordsQuery = <Kind extends RecordKind>(kind: Kind, student: number) =>
  queryOptions({
    queryKey: [recordKinds[kind].key, 'of', student],
    queryFn: ({ signal }) =>
      call(`GET ${recordKinds[kind].path}?query=:student`, { params: { student }, signal }),
    // The path of a kind only returns records of that kind.
    select: ({ data }) => data as RecordRows[Kind][],
  })

export async function fetchRecord<Kind extends RecordKind>(kind: Kind, id: number, signal: AbortSignal) {
  const { data } = await call(`GET ${recordKinds[kind].path}/:id?query=edit`, { params: { id }, signal })
  // The path of a kind only returns records of that kind.
  return data as Records[Kind]
}

/** A record to edit. Never read from the cache, because a save is checked against its version. */
export const recordToEditQuery = <Kind extends RecordKind>(kind: Kind, id: number) =>
  queryOptions({
    queryKey: [recordKinds[kind].key, 'edit', id],
    queryFn: ({ signal }) => fetchRecord(kind, id, signal),
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

export type RecordSaved = { message: string; data: AnyRecord }

/** The students of Academics, Finance and Gallery. */
export const activityList: ListSource<ActivityRow> = {
  call: 'GET /api/students?query=activities',
  rowKey: ({ id }) => id,
  searchText: studentSearchText,
  order: ACTIVE_FIRST,
}

/** The terms of that list, and how many students its filters find. */
export const listTermsQuery = (of: RecordKind, mine?: '1') =>
  queryOptions({
    queryKey: [WORK_KEY, 'terms', of, mine],
    queryFn: async ({ signal }) =>
      (await call('GET /api/students?query=terms', { query: { of, ...(mine && { mine }) }, signal })).data,
    // The filters stay while the user's own students are counted.
    placeholderData: (previous, query) => (query?.queryKey[2] === of ? previous : undefined),
  })

/** After a change of students' records: refetches them, the years of profiles and reports, the lists' states, and the remaining work. */
export function refreshRecords(client: QueryClient, kind: RecordKind, students: Iterable<number>): void {
  void client.invalidateQueries({ queryKey: [recordKinds[kind].key] })
  void client.invalidateQueries({ queryKey: [WORK_KEY] })
  void client.invalidateQueries({ queryKey: listKey(activityList) })
  void client.invalidateQueries({ queryKey: listKey({ call: recordKinds[kind].annual }) })
  refreshFunding(client)
  for (const id of students) void client.invalidateQueries({ queryKey: ['student', id] })
}
