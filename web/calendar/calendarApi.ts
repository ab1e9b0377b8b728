import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { calendarForm } from '#contract/calendar.ts'
import { call, type CallOptions } from '../ui/call.ts'

export const calendarQuery = (year_id: number | undefined) =>
  queryOptions({
    queryKey: ['calendar', year_id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/calendar', { query: { year: String(year_id) }, signal })).data,
    enabled: year_id !== undefined,
    // Loaded when the page is opened, and never under a form that is being filled in.
    staleTime: Infinity,
    gcTime: 0,
  })

export const saveCalendar = (body: z.input<typeof calendarForm>, options: CallOptions) =>
  call('PUT /api/calendar', { body, ...options })

export const addNextYear = async () => (await call('POST /api/years/next')).data
