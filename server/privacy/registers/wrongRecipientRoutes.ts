import { canSeeRegisters } from '#contract/permissions.ts'
import { wrongRecipientCalls, wrongRecipientMessages } from '#contract/privacy/wrongRecipients.ts'
import type { App } from '../../http/schemas.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import type { Services } from '../../Services.ts'
import { checkStudent } from '../visibility/visibleStudents.ts'
import { noteWrongRecipient } from './noteWrongRecipient.ts'

/** Something of a student went to the wrong supporter. */
export function wrongRecipientRoutes(app: App, services: Services): void {
  serveCalls(app, services, wrongRecipientCalls, {
    'POST /api/students/:id/wrong-recipient': {
      may: canSeeRegisters,
      isRepeatable: true,
      writesLetters: true,
      async answer({ params: { id }, body, ...change }) {
        await checkStudent(change.trx, id, change.actor)
        const data = await noteWrongRecipient(change, id, body, services)
        const { letterWritten, letterWaits, noLetter } = wrongRecipientMessages
        const written = services.config.smtpUrl ? letterWritten : letterWaits
        return { message: data.is_asked ? written : noLetter, data }
      },
    },
  })
}
