import type { SessionUser } from '#contract/identity/auth.ts'
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
import { findNewestTerms } from '../records/newestTerms.ts'
import type { Services } from '../Services.ts'
import { countTerm } from './missing/countTerm.ts'
import { countWork } from './missing/countWork.ts'
import { listMissing } from './missing/listMissing.ts'
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
      answer: async ({ actor }) => ({ data: await countWork(services, actor) }),
    },

    'GET /api/notifications/newest': {
      may: maySeeMissing,
      answer: async ({ actor }) => ({ data: await countTerm(db, whoseMissing(actor)) }),
    },

    'GET /api/notifications/missing': {
      may: maySeeMissing,
      async answer({ actor, query: { mine, of, year_id, term_id, consents } }) {
        const asked =
          year_id && term_id ? await namedTime({ year_id, term_id }) : (await findNewestTerms(db))[of]
        const time = asked ? { year_id: asked.year_id, term_id: asked.term_id } : null
        const wanted = { liaison_id: whoseMissing(actor, mine), consents: consents === '1' }
        return { data: await listMissing(db, time, actor.today, wanted), time }
      },
    },
  })

  async function rowOf(time: NotificationTime): Promise<NotificationRow> {
    const row = await findNotificationRow(db, { ...time, today: today() })
    if (!row) throw notFound()
    return row
  }

  async function namedTime(time: NotificationTime) {
    const names = await findTermNames(db, time)
    if (!names) throw notFound()
    return { year_id: time.year_id, term_id: time.term_id, year: names.year_name, term: names.term_name }
  }
}

const maySeeMissing = (role: number, user: SessionUser) =>
  canSeeMissing(role) || canSeeNotifications(role, user)

/** The liaison officer whose students are requested; undefined for all students. */
const whoseMissing = (viewer: SessionUser, mine?: '1'): number | undefined =>
  mine || !(canSeeAllMissing(viewer.role) || viewer.notifications_admin) ? viewer.id : undefined
