import { z } from 'zod'
import { idParams, type SessionUser } from '#contract/auth.ts'
import { idText } from '#contract/fields.ts'
import { listMeta, listQuery } from '#contract/lists.ts'
import {
  gapSchema,
  noticeForm,
  noticeLetterSchema,
  noticePreviewSchema,
  type NoticeRow,
  noticeRowSchema,
  noticeTime,
  notificationMessages,
  sentCountsSchema,
  sentNoticeSchema,
} from '#contract/notifications.ts'
import {
  canSeeEveryGap,
  canSeeGaps,
  canSeeNotifications,
  canSendNotifications,
} from '#contract/permissions.ts'
import { conflict, notFound } from '../http/ApiError.ts'
import type { App } from '../http/App.ts'
import { answers, reply } from '../http/replies.ts'
import { signedIn } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { findNewestTime, listMissing } from './missing/listMissing.ts'
import { findNoticeRow, listNoticeRows, noticePage } from './noticeRows.ts'
import { countLetters, findLetter, listLetters, lettersQuery, retryFailed } from './sent/sentLetters.ts'

const rowsQuery = listQuery.extend({ year_id: idText.optional(), term_id: idText.optional() })
/** Without a year and term, the newest term that has a record of the kind `of`. */
const missingQuery = noticeTime
  .partial()
  .extend({ of: z.enum(['report', 'receipt']).default('report'), mine: z.literal('1').optional() })
const letterQuery = noticeTime.extend({ supporter_id: idText })

/** Loaded on use: notifications are sent a few times a year, and an idle server should not hold this code in memory. */
const loadPreviews = () => import('./send/previewNotices.ts')

/** The notifications to supporters: the state of each term, a preview, sending, and the letters that were written. */
export function noticeRoutes(app: App, services: Services): void {
  const { db, config } = services
  const seen = { config: { may: canSeeNotifications } }
  const sending = { config: { may: canSendNotifications } }

  app.get(
    '/api/notifications',
    {
      ...seen,
      schema: {
        summary: 'The terms with what is pending, approved and sent; or one of them',
        querystring: rowsQuery,
        response: answers(
          reply({
            data: z.union([z.array(noticeRowSchema), noticeRowSchema]),
            meta: listMeta.optional(),
            mail_server: z.boolean(),
            message: z.string().optional(),
          }),
        ),
      },
    },
    async (request) => {
      const { year_id, term_id, ...asked } = request.query
      const answer = { success: true as const, mail_server: Boolean(config.smtpUrl) }
      if (year_id === undefined || term_id === undefined)
        return { ...answer, ...noticePage(await listNoticeRows(db), asked) }
      const data = await rowOf({ year_id, term_id })
      return { ...answer, message: `${data.term_name} ${data.year_name}`, data }
    },
  )

  app.post(
    '/api/notifications',
    {
      ...sending,
      schema: {
        summary: 'Send the supporters the news of a term',
        body: noticeForm,
        response: answers(reply({ message: z.string(), data: noticeRowSchema, letters: z.number().int() })),
      },
    },
    async (request) => {
      const { seen: looked, ...asked } = request.body
      const { names, ...time } = await namedTime(asked)
      const { sendNotices, sendSummary } = await import('./send/sendNotices.ts')
      const { letters, leftOut } = await sendNotices(
        { ...time, ...names },
        signedIn(request),
        services,
        looked,
      )
      if (letters === 0 && leftOut.length === 0) throw conflict(notificationMessages.nothingApproved)
      const message = sendSummary({ ...names, letters, leftOut, hasMailServer: Boolean(config.smtpUrl) })
      return { success: true as const, message, letters, data: await rowOf(time) }
    },
  )

  app.get(
    '/api/notifications/preview',
    {
      ...sending,
      schema: {
        summary: 'What a send would do now',
        querystring: noticeTime,
        response: answers(reply({ data: noticePreviewSchema })),
      },
    },
    async (request) => ({
      success: true as const,
      data: await (await loadPreviews()).previewNotices(db, request.query),
    }),
  )

  app.get(
    '/api/notifications/letter',
    {
      ...sending,
      schema: {
        summary: 'The letter to one supporter, exactly as it would arrive',
        querystring: letterQuery,
        response: answers(reply({ data: noticeLetterSchema })),
      },
    },
    async (request) => {
      const { supporter_id, ...asked } = request.query
      const { names, ...time } = await namedTime(asked)
      const { previewLetter } = await loadPreviews()
      return {
        success: true as const,
        data: await previewLetter(services, { ...time, ...names }, supporter_id),
      }
    },
  )

  app.get(
    '/api/notifications/sent',
    {
      ...seen,
      schema: {
        summary: 'The letters that were written, and what became of each, the newest first',
        querystring: lettersQuery,
        response: answers(
          reply({
            data: z.array(sentNoticeSchema),
            /** The letter before which there are more. */
            next: z.number().int().nullable(),
            counts: sentCountsSchema,
          }),
        ),
      },
    },
    async ({ query }) => ({
      success: true as const,
      ...(await listLetters(db, query)),
      counts: await countLetters(db, query),
    }),
  )

  app.get(
    '/api/notifications/sent/:id',
    {
      ...seen,
      schema: {
        summary: 'One of these letters, exactly as it left',
        params: idParams,
        response: answers(reply({ data: noticeLetterSchema })),
      },
    },
    async (request) => ({ success: true as const, data: await findLetter(db, request.params.id) }),
  )

  app.post(
    '/api/notifications/retry',
    {
      ...sending,
      schema: {
        summary: 'Try the failed letters of a term again',
        body: noticeTime,
        response: answers(reply({ message: z.string(), letters: z.number().int() })),
      },
    },
    async (request) => ({ success: true as const, ...(await retryFailed(request.body, services)) }),
  )

  app.get(
    '/api/notifications/missing',
    {
      config: { may: (role, user) => canSeeGaps(role) || canSeeNotifications(role, user) },
      schema: {
        summary: 'The active students of whom something is missing in a term; all, or one’s own',
        querystring: missingQuery,
        response: answers(
          reply({
            data: z.array(gapSchema),
            time: z.object({ year_id: z.number().int(), term_id: z.number().int() }).nullable(),
          }),
        ),
      },
    },
    async (request) => {
      const { mine, of, year_id, term_id } = request.query
      const asked = year_id && term_id ? await namedTime({ year_id, term_id }) : await findNewestTime(db, of)
      const time = asked ? { year_id: asked.year_id, term_id: asked.term_id } : null
      const data = time ? await listMissing(db, time, whoseMissing(signedIn(request), mine)) : []
      return { success: true as const, data, time }
    },
  )

  async function rowOf(time: z.output<typeof noticeTime>): Promise<NoticeRow> {
    const row = await findNoticeRow(db, time)
    if (!row) throw notFound()
    return row
  }

  async function namedTime(time: z.output<typeof noticeTime>) {
    const { year_name: year, term_name: term } = await rowOf(time)
    return { ...time, names: { year, term } }
  }
}

/** Undefined for everybody's. */
const whoseMissing = (viewer: SessionUser, mine: '1' | undefined): number | undefined =>
  mine || !(canSeeEveryGap(viewer.role) || viewer.notifications_admin) ? viewer.id : undefined
