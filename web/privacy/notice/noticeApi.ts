import { queryOptions } from '@tanstack/react-query'
import { call } from '../../ui/call.ts'

/** The newest version of the privacy notice, and the list of versions. */
export const noticeQuery = queryOptions({
  queryKey: ['privacyNotice'],
  queryFn: ({ signal }) => call('GET /api/privacy/notice', { signal }),
})
