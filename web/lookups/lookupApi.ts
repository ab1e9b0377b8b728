import { queryOptions } from '@tanstack/react-query'
import type { CurriculumName } from '#contract/records/curricula.ts'
import type { GradeScaleChange } from '#contract/records/gradeScales.ts'
import type { LookupForm, LookupKind } from '#contract/lookups.ts'
import { call, type CallOptions } from '../ui/call.ts'

/** All years, terms, classes or subjects, in the order they are offered. */
export const lookupsQuery = (kind: LookupKind) =>
  queryOptions({
    queryKey: ['lookups', kind],
    queryFn: ({ signal }) => call(`GET /api/${kind}`, { signal }),
    select: ({ data }) => data,
  })

/** `files` makes the call send form data instead of JSON. */
export const addLookup = (kind: LookupKind, body: LookupForm, options: CallOptions) =>
  call(`POST /api/${kind}`, { body, files: {}, ...options })

export const doubtfulClassesQuery = queryOptions({
  queryKey: ['lookups', 'classes', 'doubtful'],
  queryFn: async ({ signal }) => (await call('GET /api/classes/doubtful', { signal })).data,
})

export const gradeScalesQuery = queryOptions({
  queryKey: ['grade scales'],
  queryFn: async ({ signal }) => (await call('GET /api/grade-scales', { signal })).data,
})

export const setGradeScale = (body: GradeScaleChange, options: CallOptions) =>
  call('PUT /api/grade-scales', { body, ...options })

export const setCurriculum = (id: number, curriculum: CurriculumName) =>
  call('PUT /api/classes/:id', { params: { id }, body: { curriculum } })
