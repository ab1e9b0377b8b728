import { dayOf, daysFrom } from '#contract/base/days.ts'
import {
  notificationCalls,
  type NotificationRow,
  type NotificationTime,
  notificationMessages,
} from '#contract/notifications.ts'
import {
  canSeeAllMissing,
  canSeeMissing,
  canSeeNotifications,
  canSendNotifications,
} from '#contract/permissions.ts'
import { RECEIPT_DAYS } from '#contract/records/steps.ts'
import type { Actor } from '../database/history.ts'
import { conflict, notFound } from '../base/ApiError.ts'
import { beside } from '../base/LongAnswer.ts'
import { findDueSince } from '../calendar/calendarQueries.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import { findNewestTerms, listTerms } from '../lookups/newestTerms.ts'
import type { Services } from '../Services.ts'
import { workCounter } from '../work/countWork.ts'
import { countOpen, listOpen } from '../work/listOpen.ts'
import {
  findNotificationRow,
  findTermNames,
  listNotificationRows,
  notificationPage,
} from './notificationRows.ts'
import { previewLetter, previewNotifications } from './send/previewNotifications.ts'
import { sendNotifications, sendSummary } from './send/sendNotifications.ts'

/** The notifications to supporters: the state of each term, a preview, sending, and what is missing. */
export function notificationRoutes(app: App, services: Services): void {
  const { db, config, clock } = services
  const today = () => dayOf(clock())
  const countWork = workCounter(services)
  const seesMissing: typeof canSeeNotifications = (role, user) =>
    canSeeMissing(role) || canSeeNotifications(role, user)

  serveCalls(app, services, notificationCalls, {
    'GET /api/notifications': {
      may: canSeeNotifications,
      async answer({ actor, query: { year_id, term_id, ...asked } }) {
        if (year_id === undefined || term_id === undefined)
          return notificationPage(await listNotificationRows(services, actor), asked)
        const data = await rowOf(actor, { year_id, term_id })
        return { message: `${data.term_name} ${data.year_name}`, data }
      },
    },

    'POST /api/notifications': {
      may: canSendNotifications,
      // In several transactions: thousands of letters in one would block all other writers.
      async steps({ actor, body: { seen, ...asked } }, change) {
        const time = await namedTime(asked)
        const { letters, since, leftOut } = await sendNotifications(change, time, services, seen)
        if (letters === 0 && leftOut.length === 0) throw conflict(notificationMessages.nothingApproved)
        const message = sendSummary(time, letters, leftOut, Boolean(config.smtpUrl))
        return { message, letters, since, data: await rowOf(actor, time) }
      },
    },

    'GET /api/notifications/preview': {
      may: canSendNotifications,
      answer: async ({ query }) => ({
        data: await previewNotifications(db, { ...query, today: today() }),
      }),
    },

    'GET /api/notifications/letter': {
      may: canSendNotifications,
      answer: async ({ query: { supporter_id, ...asked } }) => ({
        data: await previewLetter(services, { ...(await namedTime(asked)), today: today() }, supporter_id),
      }),
    },

    'GET /api/notifications/work': {
      may: canSeeMissing,
      answer: async ({ actor }) => ({ data: await countWork(actor) }),
    },

    'GET /api/notifications/terms': {
      may: seesMissing,
      answer: async ({ actor }) => ({ data: await listTerms(db, actor.today) }),
    },

    'GET /api/notifications/missing': {
      may: seesMissing,
      async answer({ actor, query: { mine, year_id, term_id, ...asked } }) {
        const isMine = mine !== undefined || !seesAll(actor)
        const { time, ...terms } = await termsOf({ year_id, term_id }, actor.today)
        const paid_until = mine && daysFrom(actor.today, -RECEIPT_DAYS)
        const found = await listOpen(services, actor, { ...asked, ...terms, isMine, paid_until })
        return beside(found, { time, times: terms.times })
      },
    },

    'GET /api/notifications/missing/counts': {
      may: seesMissing,
      async answer({ actor, query }) {
        const { time: _time, ...terms } = await termsOf(query, actor.today)
        return countOpen(services, actor, { ...terms, isMine: !seesAll(actor) })
      },
    },
  })

  function seesAll({ role, notifications_admin }: Actor): boolean {
    return canSeeAllMissing(role) || notifications_admin
  }

  /** The term of a call, or else the newest, and the terms whose records are missing. */
  async function termsOf({ year_id, term_id }: Partial<NotificationTime>, day: string) {
    const term = year_id && term_id ? await namedTerm({ year_id, term_id }) : undefined
    const { newest, ...times } = term
      ? { newest: term, report: term, receipt: term }
      : await findNewestTerms(db, day)
    const due_since = times.report && (await findDueSince(db, times.report, day))
    return { term, times, due_since, time: newest }
  }

  async function rowOf(actor: Actor, time: NotificationTime): Promise<NotificationRow> {
    const row = await findNotificationRow(services, actor, time)
    if (!row) throw notFound()
    return row
  }

  async function namedTerm({ year_id, term_id }: NotificationTime) {
    const names = await findTermNames(db, { year_id, term_id })
    if (!names) throw notFound()
    return { year_id, term_id, ...names }
  }

  async function namedTime(time: NotificationTime) {
    const { year_name: year, term_name: term, ...ids } = await namedTerm(time)
    return { ...ids, year, term }
  }
}
