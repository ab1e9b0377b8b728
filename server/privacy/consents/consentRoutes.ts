import type { FieldErrors } from '#contract/base/call.ts'
import { consentCalls, consentForm } from '#contract/privacy/consents.ts'
import { consentMessages } from '#contract/privacy/consentWords.ts'
import {
  canRecordConsents,
  canSeeConsents,
  canSeeLiaisonAndSupporter,
  canSetConsentGate,
  canVoidConsents,
} from '#contract/permissions.ts'
import type { Change } from '../../database/history.ts'
import { withStored } from '../../files/storeUpload.ts'
import { notFound } from '../../base/ApiError.ts'
import { type App, parse } from '../../http/schemas.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import type { Services } from '../../Services.ts'
import { describeGate, setGate } from './consentGate.ts'
import { askToDelete } from './deletionRequests.ts'
import { consentsList, countConsents } from './listConsents.ts'
import { listNewAdults } from './newAdults.ts'
import { readConsents } from './readConsents.ts'
import { readPrintedForms } from './printedForms.ts'
import { recordConsent, voidConsent } from './recordConsent.ts'

/** What families agree to, and whether supporters see what has no consent. */
export function consentRoutes(app: App, services: Services): void {
  const { config } = services
  const listConsents = consentsList(services.db)

  const saved = async ({ trx, actor }: Change, student: number, message: string) => ({
    message,
    data: await readConsents({ db: trx, config }, student, actor),
  })

  serveCalls(app, services, consentCalls, {
    'GET /api/students/:id/consents': {
      views: 'consents',
      may: canRecordConsents,
      answer: async ({ db, params, actor }) => ({
        data: await readConsents({ db, config }, params.id, actor),
      }),
    },

    'POST /api/students/:id/consents': {
      may: canRecordConsents,
      parsesBody: true,
      isRepeatable: true,
      async steps({ db, params: { id }, actor, request: { body, uploads } }, change) {
        const student = await db
          .selectFrom('students')
          .select('dob')
          .where('id', '=', id)
          .executeTakeFirstOrThrow(notFound)
        const { form: paper } = uploads
        const isSpoken = (Object(body) as { how?: unknown }).how === 'spoken'
        const missing: FieldErrors = paper || isSpoken ? {} : { form: [consentMessages.formRequired] }
        const form = parse(consentForm({ dob: student.dob, today: actor.today }), body, missing)
        return withStored({ form: paper }, { form: 'consent' }, services, (stored) =>
          change(async (made) => {
            await recordConsent(made, id, form, stored.form)
            return saved(made, id, consentMessages.saved)
          }),
        )
      },
    },

    'POST /api/students/:id/consents/letter': {
      may: canSeeLiaisonAndSupporter,
      isRepeatable: true,
      writesLetters: true,
      async answer({ params: { id }, body, ...change }) {
        const { deletions } = await readConsents({ db: change.trx, config }, id, change.actor)
        await askToDelete(change, id, body, deletions, services)
        return { message: consentMessages[config.smtpUrl ? 'letterWritten' : 'letterWaits'] }
      },
    },

    'POST /api/consents/:id/void': {
      may: canVoidConsents,
      confirmsAgain: true,
      async answer({ params: { id }, body: { reason }, ...change }) {
        return saved(change, await voidConsent(change, id, reason), consentMessages.voided)
      },
    },

    'GET /api/consents?query=list': {
      may: canSeeConsents,
      answer: ({ query, actor }) => listConsents(query, actor),
    },
    'GET /api/consents?query=adults': {
      may: canRecordConsents,
      answer: async ({ db, actor }) => ({ data: await listNewAdults(db, actor) }),
    },
    'GET /api/consents?query=counts': {
      may: canSeeConsents,
      answer: async ({ db, actor }) => ({ data: await countConsents(db, actor) }),
    },

    'GET /api/consents?query=forms': {
      may: canRecordConsents,
      answer: async ({ db, query, actor }) => ({ data: await readPrintedForms(db, query, actor) }),
    },

    'GET /api/consents/gate': {
      may: canRecordConsents,
      answer: async ({ db, actor }) => ({ data: await describeGate(db, actor) }),
    },
    'PUT /api/consents/gate': {
      may: canSetConsentGate,
      confirmsAgain: true,
      async answer({ body, ...change }) {
        await setGate(change, body)
        const data = await describeGate(change.trx, change.actor)
        return { message: consentMessages.gateSaved, data }
      },
    },
  })
}
