import { duplicateCalls, duplicateMessages } from '#contract/duplicates.ts'
import { canEditStudents, canSeeDuplicates } from '#contract/permissions.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import { signedIn } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { answerPair, takeAnswerBack } from './duplicateAnswers.ts'
import { listDuplicates } from './duplicatePairs.ts'
import { findSimilar } from './similarStudents.ts'

export function duplicateRoutes(app: App, services: Services): void {
  const { db } = services
  serveCalls(app, duplicateCalls, {
    'GET /api/students/similar': {
      may: canEditStudents,
      answer: async ({ query }) => ({ data: await findSimilar(db, query) }),
    },
    'GET /api/students/duplicates': {
      may: canSeeDuplicates,
      answer: ({ query }) => listDuplicates(db, query),
    },
    'PUT /api/students/duplicates/:first/:second': {
      may: canSeeDuplicates,
      async answer(request) {
        const { first, second } = request.params
        await answerPair(first, second, request.body, signedIn(request), services)
        return { message: duplicateMessages.saved }
      },
    },
    'DELETE /api/students/duplicates/:first/:second': {
      may: canSeeDuplicates,
      async answer(request) {
        const { first, second } = request.params
        await takeAnswerBack(first, second, signedIn(request), services)
        return { message: duplicateMessages.undone }
      },
    },
  })
}
