import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { WORK_KEY } from '../../students/studentApi.ts'
import { call } from '../../ui/call.ts'

export const breachesQuery = queryOptions({
  queryKey: ['breaches'],
  queryFn: async ({ signal }) => (await call('GET /api/breaches', { signal })).data,
})

export const openBreachesQuery = queryOptions({
  queryKey: ['breaches', 'open'],
  queryFn: async ({ signal }) => (await call('GET /api/breaches/open', { signal })).data,
})

export const processingQuery = queryOptions({
  queryKey: ['processing'],
  queryFn: async ({ signal }) => (await call('GET /api/processing', { signal })).data,
})

/** Shows a changed breach in the register and in My work. */
export function useBreachesChanged() {
  const client = useQueryClient()
  return () => {
    for (const queryKey of [breachesQuery.queryKey, [WORK_KEY]]) void client.invalidateQueries({ queryKey })
  }
}
