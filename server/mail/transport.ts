import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'

export type OutgoingLetter = {
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  /** When it was written, which is the same for every try. */
  date: Date
  listId?: string | undefined
  attachments: { filename: string; contentType: string; content: Readable }[]
}

const NO_TLS =
  'The mail server offers no TLS, so the letter was not sent. Add ?requireTLS=false to SMTP_URL to send letters without TLS.'

/** Sends letters to the mail server. */
export type Transport = {
  /** Resolves with the mail server's answer once it has accepted the letter. */
  send(letter: OutgoingLetter): Promise<string>
  close(): void
}

/** Opens the connections to the mail server; null if none is set, and letters wait. */
export async function openTransport({
  smtpUrl,
  mailFrom,
}: Pick<Config, 'smtpUrl' | 'mailFrom'>): Promise<Transport | null> {
  if (!smtpUrl) return null
  // Loaded only when the settings name a mail server.
  const { createTransport } = await import('nodemailer')
  const { protocol, hostname, port, username, password, searchParams } = new URL(smtpUrl)
  const isSecure = protocol === 'smtps:'
  const mailer = createTransport({
    pool: true,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    // Letters contain children's results. A mail server on this machine usually has no certificate.
    requireTLS: searchParams.get('requireTLS') !== 'false' && !isLoopback(hostname),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: 60_000,
  })
  return {
    async send({ messageId, to, subject, text, html, date, listId, attachments }) {
      const { response } = await mailer
        .sendMail({
          from: mailFrom,
          // As an object, so that an address is never parsed as a list of addresses.
          to: { name: '', address: to },
          messageId,
          subject,
          text,
          html,
          date,
          attachments,
          headers: { 'Auto-Submitted': 'auto-generated', ...(listId && { 'List-Id': listId }) },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        .catch((error: unknown) => {
          throw refusesTls(error) ? new Error(NO_TLS, { cause: error }) : error
        })
      return response
    },
    close: () => mailer.close(),
  }
}

/** Whether the mail server answered STARTTLS with a refusal. A failed handshake has no answer. */
const refusesTls = (error: unknown) => {
  const { code, response } = error as { code?: string; response?: string }
  return code === 'ETLS' && Boolean(response)
}

/** With or without the brackets of a URL. */
export const isLoopback = (host: string) => /^(localhost|127\.[\d.]+|::1|\[::1\])$/.test(host)
