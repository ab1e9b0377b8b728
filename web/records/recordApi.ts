import { queryOptions } from '@tanstack/react-query'
import { call } from '../ui/call.ts'
import { type RecordKind, recordKinds, type RecordRows, type Records } from './recordKinds.ts'

/** All records of a student, the newest term first. Report cards come without their marks. */
export const recordsQuery = <Kind extends RecordKind>(kind: Kind, student: number) =>
  queryOptions({
    queryKey: [recordKinds[kind].key, 'of', student],
    queryFn: ({ signal }) =>
      call(`GET ${recordKinds[kind].path}?query=:student`, { params: { student }, signal }),
    // The path of a kind only answers records of that kind.
    select: ({ data }) => data as RecordRows[Kind][],
  })

export async function fetchRecord<Kind extends RecordKind>(kind: Kind, id: number, signal: AbortSignal) {
  const { data } = await call(`GET ${recordKinds[kind].path}/:id?query=edit`, { params: { id }, signal })
  // The path of a kind only answers records of that kind.
  return data as Records[Kind]
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

/** The records that were returned to the signed-in user, the newest first, and how many there are. */
export const returnedQuery = (kind: RecordKind) =>
  queryOptions({
    queryKey: [recordKinds[kind].key, 'returned'],
    queryFn: ({ signal }) => call(`GET ${recordKinds[kind].path}?query=returned`, { signal }),
  })
