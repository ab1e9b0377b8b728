import { queryOptions } from '@tanstack/react-query'
import type { HistoryEntry } from '#contract/history.ts'
import type { ProfileType } from '#contract/profile.ts'
import type { Student } from '#contract/students.ts'
import { http } from '../ui/http.ts'

export const profileQuery = (id: number, type: ProfileType) =>
  queryOptions({
    queryKey: ['student', id, 'profile', type],
    queryFn: async ({ signal }) =>
      (
        await http.get<{ data: Student }>(`/api/students/${id}`, {
          query: { query: 'profile', type },
          signal,
        })
      ).data,
  })

export const historyQuery = (id: number) =>
  queryOptions({
    queryKey: ['student', id, 'history'],
    queryFn: async ({ signal }) =>
      (
        await http.get<{ data: HistoryEntry[] }>(`/api/students/${id}`, {
          query: { query: 'history' },
          signal,
        })
      ).data,
  })
