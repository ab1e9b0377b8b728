import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ProfileType } from '#contract/records/records.ts'
import { call } from '../ui/call.ts'

export const profileQuery = (id: number, type: ProfileType) =>
  queryOptions({
    queryKey: ['student', id, 'profile', type],
    queryFn: async ({ signal }) =>
      (await call('GET /api/students/:id?query=profile', { params: { id }, query: { type }, signal })).data,
  })

/** Refetches a student after a dialog that may have changed them. */
export function useProfileRefresh(id: number) {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: ['student', id] })
}

export const historyQuery = (id: number) =>
  queryOptions({
    queryKey: ['student', id, 'history'],
    queryFn: async ({ signal }) =>
      (await call('GET /api/students/:id?query=history', { params: { id }, signal })).data,
  })
