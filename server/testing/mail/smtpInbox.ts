import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../freePort.ts'

/** The reaction to a received letter: accept it, refuse it, disconnect, or leave the sender waiting. */
type Mood = 'take' | 'refuse' | 'hang up' | 'hold'

export type SmtpInbox = Awaited<ReturnType<typeof openSmtpInbox>>

/** A real mail server that stores the letters it receives, and can be set to fail. */
export async function openSmtpInbox() {
  const port = await freePort()
  const letters: Email[] = []
  const waiting: (() => void)[] = []
  const listeners = new Set<() => void>()
  const sockets = new Set<Socket>()
  let mood: Mood = 'take'
  const receive = callbackify(async (stream: Readable) => {
    const source = await buffer(stream)
    if (mood === 'refuse') throw Object.assign(new Error('Come back later'), { responseCode: 451 })
    letters.push(await PostalMime.parse(source))
    for (const listener of listeners) listener()
    if (mood === 'hang up') for (const socket of sockets) socket.destroy()
    if (mood === 'hold') await new Promise<void>((resolve) => waiting.push(resolve))
  })
  let server = await listen()

  async function listen(): Promise<SMTPServer> {
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, answer) => receive(stream, (error) => answer(error)),
    })
    // Tests on a broken connection check the sender only.
    smtp.on('error', () => {})
    smtp.server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve))
    return smtp
  }

  async function close(): Promise<void> {
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    setMood(next: Mood): void {
      mood = next
    },
    /** Accepts the letters that were waiting. */
    release(): void {
      for (const take of waiting.splice(0)) take()
    },
    /** The newest letter to a recipient, as soon as it has arrived. */
    letterTo(recipient: string): Promise<Email> {
      return new Promise((resolve) => {
        const look = () => {
          const letter = letters.findLast(({ to }) => to?.some(({ address }) => address === recipient))
          if (!letter) return
          listeners.delete(look)
          resolve(letter)
        }
        listeners.add(look)
        look()
      })
    },
    close,
    async reopen(): Promise<void> {
      server = await listen()
    },
  }
}
