import { dayOf } from '#contract/base/days.ts'
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
import { conflict, notFound } from '../base/ApiError.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import { asNamedTime, findNewestTerms } from '../records/newestTerms.ts'
import type { Services } from '../Services.ts'
import { workCounter } from '../work/countWork.ts'
import { listOpen } from '../work/listOpen.ts'
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

  serveCalls(app, services, notificationCalls, {
    'GET /api/notifications': {
      may: canSeeNotifications,
      async answer({ query: { year_id, term_id, ...asked } }) {
        const mail_server = Boolean(config.smtpUrl)
        if (year_id === undefined || term_id === undefined)
          return { mail_server, ...notificationPage(await listNotificationRows(db, today()), asked) }
        const data = await rowOf({ year_id, term_id })
        return { mail_server, message: `${data.term_name} ${data.year_name}`, data }
      },
    },

    'POST /api/notifications': {
      may: canSendNotifications,
      // In several transactions: thousands of letters in one would keep all other writers waiting.
      async steps({ body: { seen, ...asked } }, change) {
        const time = await namedTime(asked)
        const { letters, since, leftOut } = await sendNotifications(change, time, services, seen)
        if (letters === 0 && leftOut.length === 0) throw conflict(notificationMessages.nothingApproved)
        const message = sendSummary(time, letters, leftOut, Boolean(config.smtpUrl))
        return { message, letters, since, data: await rowOf(time) }
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

    'GET /api/notifications/missing': {
      may: (role, user) => canSeeMissing(role) || canSeeNotifications(role, user),
      async answer({ actor, query: { mine, year_id, term_id } }) {
        const isMine = mine !== undefined || !(canSeeAllMissing(actor.role) || actor.notifications_admin)
        const term = year_id && term_id ? await namedTerm({ year_id, term_id }) : undefined
        const newest = await findNewestTerms(db)
        const times = {
          report: term ?? asNamedTime(newest.report),
          receipt: term ?? asNamedTime(newest.receipt),
        }
        const found = await listOpen(services, actor, { isMine, times, term })
        return { ...found, time: term ?? asNamedTime(newest.newest), times }
      },
    },
  })

  async function rowOf(time: NotificationTime): Promise<NotificationRow> {
    const row = await findNotificationRow(db, { ...time, today: today() })
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
