import { queryOptions } from '@tanstack/react-query'
import type { NoticeTime } from '#contract/notifications.ts'
import type { Gap } from '#contract/records.ts'
import { http } from '../../ui/http.ts'
import { recordKinds } from '../recordKinds.ts'
import type { GapKind } from './gapKinds.ts'

/** `time` is the term that was asked for, or the newest; null while there is none. */
type GapsAnswer = { data: Gap[]; time: NoticeTime | null }

const fetchGaps = (query: Record<string, string | number | undefined>, signal: AbortSignal) =>
  http.get<GapsAnswer>('/api/notifications/missing', { query, signal })

/** What is missing of everybody whom one may know of. */
export const gapsQuery = ({ year_id, term_id }: NoticeTime) =>
  queryOptions({
    queryKey: ['gaps', year_id, term_id],
    queryFn: async ({ signal }) => (await fetchGaps({ year_id, term_id }, signal)).data,
  })

/** What is missing of one's own students, in the newest term of which there is anything unless it is named. */
export const ownGapsQuery = (kind: GapKind, time?: NoticeTime) =>
  queryOptions({
    // Whoever saves or verifies a record has these asked for anew.
    queryKey: [recordKinds[kind].key, 'gaps', time?.year_id, time?.term_id],
    queryFn: ({ signal }) => fetchGaps({ mine: 1, of: kind, ...time }, signal),
  })
