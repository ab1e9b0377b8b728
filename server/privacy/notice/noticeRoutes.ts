import { noticeCalls, noticeMessages } from '#contract/privacy/notice.ts'
import { canRecordConsents, canSaveNotice } from '#contract/permissions.ts'
import type { App } from '../../http/schemas.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import type { Services } from '../../Services.ts'
import { readNotice, saveNotice } from './notices.ts'

/** The privacy notice for families, in versions that consents name. */
export function noticeRoutes(app: App, services: Services): void {
  serveCalls(app, services, noticeCalls, {
    'GET /api/privacy/notice': {
      may: canRecordConsents,
      answer: ({ db, query: { version } }) => readNotice(db, version),
    },
    'PUT /api/privacy/notice': {
      may: canSaveNotice,
      async answer({ body, ...change }) {
        await saveNotice(change, body)
        return { message: noticeMessages.saved, ...(await readNotice(change.trx, body.version)) }
      },
    },
  })
}
