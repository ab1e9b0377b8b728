import { onTestFinished } from 'vitest'
import { completeLetter } from '../../letters/completeLetter.ts'
import { createPostman } from '../../mail/postman.ts'
import { openTransport } from '../../mail/transport.ts'
import type { TestApp } from '../testApp.ts'

/** Sends an app's letters to the mail server of its settings, as the running server does. */
export async function startPostman({ config, services }: TestApp, complete = completeLetter) {
  const transport = await openTransport(config)
  if (!transport) throw new Error('the app has no mail server')
  const postman = createPostman(services, transport, complete)
  onTestFinished(() => postman.stop())
  postman.start()
  return postman
}

/** The letters as stored in the database. */
export const lettersOf = ({ db }: Pick<TestApp, 'db'>) =>
  db.selectFrom('letters').selectAll().orderBy('id').execute()
