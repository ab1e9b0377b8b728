import { onTestFinished } from 'vitest'
import { openSmtpInbox, type SmtpInbox } from './smtpInbox.ts'

/** A mail server for one test, closed at its end. */
export async function openMailServer(): Promise<SmtpInbox> {
  const inbox = await openSmtpInbox()
  onTestFinished(inbox.close)
  return inbox
}

/** The password link in a letter. */
export function linkIn(letter: { text?: string }): string {
  const link = /\/changepsw\/(\S+)/.exec(letter.text ?? '')?.[1]
  if (!link) throw new Error('the letter has no password link')
  return link
}
