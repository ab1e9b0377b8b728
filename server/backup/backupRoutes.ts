import { backupCalls, backupMessages } from '#contract/backups.ts'
import { canSeeBackups } from '#contract/permissions.ts'
import { conflict } from '../base/ApiError.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import type { Services } from '../Services.ts'
import { readBackups } from './backupQueries.ts'

export function backupRoutes(app: App, services: Services): void {
  const { backups, config } = services

  serveCalls(app, services, backupCalls, {
    'GET /api/backups': {
      may: canSeeBackups,
      answer: async () => ({ data: await readBackups(services) }),
    },

    'POST /api/backups': {
      may: canSeeBackups,
      // A backup is a change of its own, which outlives the call.
      async steps({ actor }) {
        if (!config.backupTo) throw conflict(backupMessages.notSet)
        const begun = await backups.begin({ by: actor.id })
        if (!begun) throw conflict(backupMessages.isRunning)
        return { message: backupMessages.started }
      },
    },
  })
}
