import { canSeeRegisters, SUPPORTER } from '#contract/permissions.ts'
import { type Processing, processingCalls } from '#contract/privacy/processing.ts'
import { USER_DISABLED } from '#contract/users.ts'
import type { App } from '../../http/schemas.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import type { Services } from '../../Services.ts'
import { readGate } from '../consents/consentGate.ts'
import { readPeriod } from '../retention.ts'

/** The register of processing, which the page prints. */
export function processingRoutes(app: App, services: Services): void {
  serveCalls(app, services, processingCalls, {
    'GET /api/processing': {
      may: canSeeRegisters,
      answer: async () => ({ data: await readProcessing(services) }),
    },
  })
}

async function readProcessing({ db, config }: Pick<Services, 'db' | 'config'>): Promise<Processing> {
  const { contact } = await readGate(db)
  const { required } = await db.selectFrom('sign_in_rule').select('required').executeTakeFirstOrThrow()
  const anonymised = db.selectFrom('anonymisations').select('student_id').where('done_at', 'is not', null)
  const counts = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('students')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('id', 'not in', anonymised)
        .$asScalar()
        .as('students'),
      eb
        .selectFrom('users')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('role_id', '<', SUPPORTER)
        .where('status', '!=', USER_DISABLED)
        .$asScalar()
        .as('staff'),
    ])
    .executeTakeFirstOrThrow()
  const countries = await db
    .selectFrom('users')
    .select((eb) => ['country', eb.fn.countAll<number>().as('supporters')])
    .where('role_id', '=', SUPPORTER)
    .where((eb) =>
      eb.exists(eb.selectFrom('students').select('id').whereRef('supporter_id', '=', 'users.id')),
    )
    .groupBy('country')
    .orderBy('supporters', 'desc')
    .orderBy('country')
    .execute()
  const { backupTo, backupKeep, backupRecipient, storageUrl, appUrl } = config
  return {
    ...counts,
    contact,
    retention_years: await readPeriod(db),
    countries,
    are_files_online: Boolean(storageUrl),
    is_https: appUrl.startsWith('https:'),
    second_step: required,
    backups: backupTo
      ? {
          is_online: backupTo.startsWith('s3://'),
          is_encrypted: backupRecipient !== undefined,
          keep: backupKeep,
        }
      : null,
  }
}
