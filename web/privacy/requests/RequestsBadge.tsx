import { useQuery } from '@tanstack/react-query'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { requestCountsQuery } from './requestApi.ts'

/** How many requests are overdue. */
export function RequestsBadge() {
  const { data } = useQuery(requestCountsQuery)
  return (
    data !== undefined && data.overdue > 0 && <CountBadge tone="red" count={data.overdue} word="overdue" />
  )
}
