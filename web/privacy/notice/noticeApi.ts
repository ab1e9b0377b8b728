import { queryOptions } from '@tanstack/react-query'
import { call } from '../../ui/call.ts'

/** The newest version of the privacy notice, and the list of versions. */
export const noticeQuery = queryOptions({
  queryKey: ['privacyNotice'],
  queryFn: ({ signal }) => call('GET /api/privacy/notice', { signal }),
})

export const noticeVersionQuery = (version: string | undefined) =>
  queryOptions({
    queryKey: ['privacyNotice', version],
    queryFn: ({ signal }) => call('GET /api/privacy/notice', { query: { version }, signal }),
  })
