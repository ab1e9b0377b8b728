import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { roles } from '#contract/permissions.ts'
import { userSearchText, USER_ACTIVE } from '#contract/users.ts'
import { hashPassword } from '../../server/auth/password.ts'
import { readConfig } from '../../server/config.ts'
import { start } from '../../server/start.ts'
import { freePort } from './freePort.ts'
import { openMailbox } from './mailbox.ts'

export const PASSWORD = 'Jacaranda#2026'

export type Charity = Awaited<ReturnType<typeof openCharity>>
type NewUser = { role_id: number; status?: number; first_name?: string; last_name?: string; email?: string }

/** A charity of its own for one test: the real server on its own data, with a mail server and a clock to step. */
export async function openCharity() {
  const dataDir = await mkdtemp(join(tmpdir(), 'elimu-e2e-'))
  const mailbox = await openMailbox()
  const port = await freePort()
  let stepped = 0
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    SMTP_URL: mailbox.url,
    CHARITY_URL: 'https://charity.example',
    LOG_LEVEL: 'warn',
  })
  const running = await start(config, pino({ level: 'silent' }), () => new Date(Date.now() + stepped))
  const { db } = running.services
  const password_hash = await hashPassword(PASSWORD)
  let count = 0

  return {
    url: config.appUrl,
    greeting: running.greeting,
    mailbox,
    /** Lets time pass for the server. */
    step(ms: number): void {
      stepped += ms
    },

    /** A user who was there before the test begins. */
    async addUser(user: NewUser) {
      const { role_id, status = USER_ACTIVE, first_name = 'Amina', last_name = `Mwangi ${++count}` } = user
      const { email = `user${count}@elimu.test` } = user
      const role = roles.find(({ id }) => id === role_id)?.role ?? ''
      const now = new Date().toISOString()
      const { id } = await db
        .insertInto('users')
        .values({
          first_name,
          last_name,
          email,
          role_id,
          status,
          password_hash: status === 0 ? null : password_hash,
          search: userSearchText({ first_name, last_name, email, roles: { role } }),
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, first_name, last_name, email, name: `${first_name} ${last_name}` }
    },

    async close(): Promise<void> {
      await running.stop()
      await mailbox.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The password link in a letter. */
export function linkIn(letter: { text?: string }): string {
  const link = /https?:\/\/\S+\/changepsw\/\S+/.exec(letter.text ?? '')?.[0]
  if (!link) throw new Error('the letter holds no password link')
  return link
}
