import { commitmentCalls, commitmentMessages } from '#contract/money/commitments.ts'
import { fundingCalls, fundingMessages } from '#contract/money/funding.ts'
import { planCalls, planMessages } from '#contract/money/plans.ts'
import { canEditFunding, canSeeFunding, canSeeOwnFunding } from '#contract/permissions.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import type { Services } from '../Services.ts'
import {
  addCommitment,
  addGift,
  addReceived,
  deleteCommitment,
  editCommitment,
  listCommitments,
  readIfRemoved,
} from './commitments.ts'
import { listBySchool, listFunding } from './listFunding.ts'
import { noteFundingDeparture } from './noteFundingDeparture.ts'
import { decide, discardDraft, proposePlans, readDraft, saveDraft } from './planDraft.ts'
import { readPlans } from './planQueries.ts'
import { setClass, setOwnPlan, setOwnPlans, setPlans } from './plans.ts'
import { listEndingSoon, listLate, sendPromiseLetter } from './renewals.ts'
import { checkFunded, readStudentFunding } from './studentFunding.ts'
import { readTime } from './terms.ts'
import { listWaiting, takeWaitingList } from './waiting.ts'

export function fundingRoutes(app: App, services: Services): void {
  serveCalls(app, services, fundingCalls, {
    'GET /api/funding': {
      may: canSeeOwnFunding,
      answer: ({ db, query, actor }) => listFunding(db, query, actor),
    },
    'GET /api/funding?query=schools': {
      may: canSeeOwnFunding,
      answer: async ({ db, query, actor }) => ({ data: await listBySchool(db, query, actor) }),
    },
    'GET /api/funding?query=late': {
      may: canSeeFunding,
      answer: async ({ db, query, actor }) => ({
        data: await listLate(db, await readTime(db, query, actor.today)),
      }),
    },
    'GET /api/funding?query=ends_soon': {
      may: canSeeFunding,
      answer: async ({ db, actor }) => ({ data: await listEndingSoon(db, actor.today) }),
    },
    'GET /api/funding?query=waiting': {
      may: canSeeFunding,
      answer: ({ db, query, actor }) => listWaiting(db, query, actor),
    },
    'POST /api/funding/departures': {
      may: canSeeOwnFunding,
      isRepeatable: true,
      async answer({ body, ...change }) {
        await noteFundingDeparture(change, body)
        return { message: 'Noted.' }
      },
    },
    'POST /api/funding/waiting': {
      may: canSeeFunding,
      answer: async ({ body, ...change }) => ({ data: await takeWaitingList(change, body.how) }),
    },
    'POST /api/funding/received': {
      may: canEditFunding,
      isRepeatable: true,
      async answer({ body, ...change }) {
        await addGift(change, body)
        return { message: commitmentMessages.received }
      },
    },
    'POST /api/funding/letters': {
      may: canEditFunding,
      isRepeatable: true,
      writesLetters: true,
      async answer({ body, ...change }) {
        await sendPromiseLetter(change, body, services)
        return { message: services.config.smtpUrl ? fundingMessages.letterSent : fundingMessages.letterWaits }
      },
    },
    'GET /api/students/:id/funding': {
      may: canSeeOwnFunding,
      answer: async ({ db, params, query, actor }) => ({
        data: await readStudentFunding(db, params.id, query.year, actor),
      }),
    },
  })

  serveCalls(app, services, planCalls, {
    'GET /api/plans': {
      may: canSeeFunding,
      answer: async ({ db, query, actor }) => ({ data: await readPlans(db, query.year, actor) }),
    },
    'PUT /api/plans': {
      may: canEditFunding,
      async answer({ query, body, ...change }) {
        await setPlans(change, query.year, body.rows)
        return { message: planMessages.saved }
      },
    },
    'GET /api/plans/draft': {
      may: canEditFunding,
      answer: async ({ db, query, actor }) => ({ data: await readDraft(db, query.year, actor) }),
    },
    'POST /api/plans/draft': {
      may: canEditFunding,
      async answer({ query, body, ...change }) {
        await proposePlans(change, query.year, body.from_year_id)
        return { message: planMessages.proposed }
      },
    },
    'PUT /api/plans/draft': {
      may: canEditFunding,
      async answer({ query, body, ...change }) {
        await decide(change, query.year, body)
        return { message: planMessages.decided }
      },
    },
    'POST /api/plans/draft/save': {
      may: canEditFunding,
      answer: async ({ query, ...change }) => ({
        message: planMessages.draftSaved(await saveDraft(change, query.year)),
      }),
    },
    'DELETE /api/plans/draft': {
      may: canEditFunding,
      async answer({ query, ...change }) {
        await discardDraft(change, query.year)
        return { message: planMessages.discarded }
      },
    },
    'PUT /api/students/:id/plans': {
      may: canEditFunding,
      answer: async ({ params, body, ...change }) => ({
        message: await setOwnPlan(change, params.id, body),
      }),
    },
    'PUT /api/students/:id/plans/terms': {
      may: canEditFunding,
      answer: async ({ params, body, ...change }) => ({
        message: await setOwnPlans(change, params.id, body),
      }),
    },
    'PUT /api/students/:id/class': {
      may: canEditFunding,
      async answer({ params, body, ...change }) {
        await setClass(change, params.id, body)
        return { message: planMessages.classSaved }
      },
    },
  })

  const { saved, ended, deleted, received } = commitmentMessages
  serveCalls(app, services, commitmentCalls, {
    'GET /api/students/:id/commitments': {
      may: canSeeOwnFunding,
      async answer({ db, params, actor }) {
        await checkFunded(db, params.id, actor)
        return {
          data: await listCommitments(db, params.id, actor),
          if_supporter_removed: await readIfRemoved(db, params.id, actor),
        }
      },
    },
    'POST /api/students/:id/commitments': {
      may: canEditFunding,
      isRepeatable: true,
      answer: async ({ params, body, ...change }) => ({
        message: saved,
        data: { id: await addCommitment(change, params.id, body) },
      }),
    },
    'PUT /api/commitments/:id': {
      may: canEditFunding,
      async answer({ params, body, ...change }) {
        await editCommitment(change, params.id, body)
        return { message: body.end_reason === null ? saved : ended, data: { id: params.id } }
      },
    },
    'DELETE /api/commitments/:id': {
      may: canEditFunding,
      async answer({ params, ...change }) {
        await deleteCommitment(change, params.id)
        return { message: deleted }
      },
    },
    'POST /api/commitments/:id/received': {
      may: canEditFunding,
      isRepeatable: true,
      answer: async ({ params, body, ...change }) => ({
        message: received,
        data: { id: await addReceived(change, params.id, body) },
      }),
    },
  })
}
