import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { decisionForm, PlanRow } from '#contract/money/plans.ts'
import { PLANS_KEY } from '../students/promises/refreshFunding.ts'
import { call, type CallOptions } from '../ui/call.ts'

/** The fees of a year, and the schools and classes that need them. */
export const plansQuery = (year: number | undefined) =>
  queryOptions({
    queryKey: [PLANS_KEY, year],
    queryFn: async ({ signal }) =>
      (await call('GET /api/plans', { query: { year: Number(year) }, signal })).data,
    enabled: year !== undefined,
  })

/** The proposed fees of a year; null if there are none. Another person may decide about the same draft. */
export const planDraftQuery = (year: number) =>
  queryOptions({
    queryKey: [PLANS_KEY, year, 'draft'],
    queryFn: async ({ signal }) => (await call('GET /api/plans/draft', { query: { year }, signal })).data,
    refetchInterval: 20_000,
  })

/** Refetches the fees and the draft after a change of the draft, which counts only once it is saved. */
export function usePlansChanged() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [PLANS_KEY] })
}

export const setPlans = (year: number, rows: PlanRow[], options: CallOptions) =>
  call('PUT /api/plans', { query: { year }, body: { rows }, ...options })

export const proposePlans = (year: number, from_year_id: number, options: CallOptions) =>
  call('POST /api/plans/draft', { query: { year }, body: { from_year_id }, ...options })

export const decidePlan = (year: number, body: z.input<typeof decisionForm>, options: CallOptions = {}) =>
  call('PUT /api/plans/draft', { query: { year }, body, ...options })

export const savePlanDraft = (year: number) => call('POST /api/plans/draft/save', { query: { year } })

export const discardPlanDraft = (year: number, options: CallOptions) =>
  call('DELETE /api/plans/draft', { query: { year }, ...options })
