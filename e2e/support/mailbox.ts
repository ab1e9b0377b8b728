import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../../server/testing/freePort.ts'

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>

/** A real mail server that keeps what it is sent, and may be down for a while. */
export async function openMailbox() {
  const letters: Email[] = []
  const listeners = new Set<() => void>()
  const receive = callbackify(async (message: Readable) => {
    letters.push(await PostalMime.parse(await buffer(message)))
    for (const listener of listeners) listener()
  })
  const port = await freePort()
  let server: SMTPServer | undefined

  async function up(): Promise<void> {
    const next = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => receive(stream, (error) => done(error)),
    })
    await new Promise<void>((resolve) => next.listen(port, '127.0.0.1', resolve))
    server = next
  }

  async function down(): Promise<void> {
    const last = server
    server = undefined
    if (last) await new Promise<void>((resolve) => last.close(() => resolve()))
  }

  await up()
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    up,
    down,
    /** The newest letter to somebody, as soon as it is there. */
    letterTo(address: string): Promise<Email> {
      return new Promise((resolve) => {
        const look = () => {
          const letter = letters.findLast(({ to }) => to?.some((recipient) => recipient.address === address))
          if (!letter) return
          listeners.delete(look)
          resolve(letter)
        }
        listeners.add(look)
        look()
      })
    },
  }
}
