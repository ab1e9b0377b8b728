import { queryOptions } from '@tanstack/react-query'
import type { ProfileType } from '#contract/records.ts'
import { call } from '../ui/call.ts'

export const profileQuery = (id: number, type: ProfileType) =>
  queryOptions({
    queryKey: ['student', id, 'profile', type],
    queryFn: async ({ signal }) =>
      (await call('GET /api/students/:id?query=profile', { params: { id }, query: { type }, signal })).data,
  })

export const historyQuery = (id: number) =>
  queryOptions({
    queryKey: ['student', id, 'history'],
    queryFn: async ({ signal }) =>
      (await call('GET /api/students/:id?query=history', { params: { id }, signal })).data,
  })
