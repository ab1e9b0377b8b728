import { duplicateCalls } from '#contract/duplicates.ts'
import { canEditStudents, canSeeDuplicates } from '#contract/permissions.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import type { Services } from '../Services.ts'
import { duplicatesList } from './duplicatePairs.ts'
import { findSimilar } from './similarStudents.ts'

export function duplicateRoutes(app: App, { db }: Services): void {
  const listDuplicates = duplicatesList(db)
  serveCalls(app, duplicateCalls, {
    'GET /api/students/similar': {
      may: canEditStudents,
      answer: async ({ query }) => ({ data: await findSimilar(db, query) }),
    },
    'GET /api/students/duplicates': {
      may: canSeeDuplicates,
      answer: ({ query }) => listDuplicates(query),
    },
  })
}
