import type { Config } from '../config.ts'

export type OutgoingLetter = {
  messageId: string
  to: string
  subject: string
  text: string
  html: string
}

/** The far end of the mail. */
export type Transport = {
  /** Resolves once the mail server has taken the letter. */
  send(letter: OutgoingLetter): Promise<void>
  close(): void
}

/** Opens the way to the mail server; null without one, and letters wait. */
export async function openTransport({
  smtpUrl,
  mailFrom,
}: Pick<Config, 'smtpUrl' | 'mailFrom'>): Promise<Transport | null> {
  if (!smtpUrl) return null
  // Loaded only where it is used: an installation without mail need not carry it in memory.
  const { createTransport } = await import('nodemailer')
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isSecure = protocol === 'smtps:'
  const mailer = createTransport({
    pool: true,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    // A password is never sent in the clear, except to this very machine.
    requireTLS: Boolean(username) && !isLoopback(hostname),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: 60_000,
  })
  return {
    async send({ messageId, to, subject, text, html }) {
      await mailer.sendMail({
        from: mailFrom,
        // As an object, so that no address is ever read as a list of several.
        to: { name: '', address: to },
        messageId,
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    close: () => mailer.close(),
  }
}

const isLoopback = (hostname: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
