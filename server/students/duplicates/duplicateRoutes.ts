import { duplicateCalls, duplicateMessages } from '#contract/students/duplicates.ts'
import { canEditStudents, canSeeDuplicates } from '#contract/permissions.ts'
import type { App } from '../../http/schemas.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import type { Services } from '../../Services.ts'
import { answerPair, takeAnswerBack } from './duplicateAnswers.ts'
import { duplicatesList } from './duplicatePairs.ts'
import { findSimilar } from './similarStudents.ts'

export function duplicateRoutes(app: App, services: Services): void {
  const listDuplicates = duplicatesList(services.db)

  serveCalls(app, services, duplicateCalls, {
    'GET /api/students/similar': {
      may: canEditStudents,
      answer: async ({ db, query }) => ({ data: await findSimilar(db, query) }),
    },
    'GET /api/students/duplicates': {
      may: canSeeDuplicates,
      answer: ({ query }) => listDuplicates(query),
    },
    'PUT /api/students/duplicates/:first/:second': {
      may: canSeeDuplicates,
      async answer({ params, body, ...change }) {
        await answerPair(change, params, body)
        return { message: duplicateMessages.saved }
      },
    },
    'DELETE /api/students/duplicates/:first/:second': {
      may: canSeeDuplicates,
      async answer({ params, ...change }) {
        await takeAnswerBack(change, params)
        return { message: duplicateMessages.undone }
      },
    },
  })
}
