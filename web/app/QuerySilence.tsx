import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { SilenceNotice } from '../ui/SilenceNotice.tsx'

/** Says on every screen without data that the server does not answer. Any answer removes the notice. */
export function QuerySilence() {
  const cache = useQueryClient().getQueryCache()
  const answers = useSyncExternalStore(
    useCallback((onChange) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]),
    () => {
      const queries = cache.getAll()
      return queries.some(isAwaited) ? queries.reduce((sum, query) => sum + answersOf(query), 0) : undefined
    },
  )
  return answers !== undefined && <SilenceNotice key={answers} />
}

const isAwaited = (query: Query) =>
  query.isActive() &&
  query.state.fetchStatus === 'fetching' &&
  query.state.data === undefined &&
  !(query.meta?.['saysFailure'] && query.state.errorUpdateCount > 0)

const answersOf = ({ state }: Query) => state.dataUpdateCount + state.errorUpdateCount
