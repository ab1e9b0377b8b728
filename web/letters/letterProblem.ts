import { isRefused, isWithheld, type Letter, withheldWords } from '#contract/letters.ts'
import { userName } from '#contract/users.ts'
import { askOrSet } from '../ui/askOrSet.ts'

/** A letter's problem, what to do about it, and whether the address may be wrong. */
export type LetterProblem = { what: string; advice: string; isAddress?: boolean }

const TRIES_AGAIN = 'Elimu tries again by itself for a day.'

/** Translates a mail server's error into plain words. The first matching rule applies. */
const rules: { words: RegExp; explain: (letter: Letter, ask: string) => LetterProblem }[] = [
  {
    words:
      /ECONNREFUSED|ETIMEDOUT|ECONNRESET|EAI_AGAIN|ENOTFOUND|ESOCKET|EDNS|greeting never|connection (?:closed|timeout)/i,
    explain: (_letter, ask) => ({
      what: 'The mail server could not be reached.',
      advice: `${TRIES_AGAIN} ${ask}`,
    }),
  },
  {
    words: /EAUTH|\b5(?:30|34|35)\b|authenticat/i,
    explain: (_letter, ask) => ({ what: 'The mail server did not let Elimu sign in.', advice: ask }),
  },
  {
    words: /\b5\.2\.2\b|mailbox (?:is )?full|over ?quota|quota exceeded/i,
    explain: ({ to }) => ({
      what: 'The mailbox is full.',
      advice: `Ask ${to ? userName(to) : 'the recipient'} to make room, then try again.`,
    }),
  },
  {
    words: /\b5\.(?:2\.3|3\.4)\b|\b552\b|too (?:large|big)/i,
    explain: () => ({
      what: 'The letter is too large for this mailbox.',
      advice: 'Send the PDFs another way. They can also be read in Elimu after signing in.',
    }),
  },
  {
    words: /\b5\.7\.\d|spam|blocked|blacklist|policy/i,
    explain: (_letter, ask) => ({ what: 'The letter was refused as unwanted mail.', advice: ask }),
  },
  {
    words: /\b55[013]\b|\b5\.1\.\d|no recipients|no such (?:user|mailbox)|user unknown|does not exist/i,
    explain: ({ recipient, to }) => ({
      what: 'This address does not exist.',
      advice:
        to && to.email !== recipient
          ? `The address is now ${to.email}. Try again.`
          : `“${recipient.split('@').at(-1)}” may be misspelt: ask ${to ? userName(to) : 'the recipient'}, correct it, then try again.`,
      isAddress: true,
    }),
  },
  {
    words: /\b4\d\d\b/,
    explain: () => ({ what: 'The mail server asked Elimu to come back later.', advice: TRIES_AGAIN }),
  },
]

/** The problem of a waiting or failed letter, in words for a role; undefined if no try has failed. */
export function problemOf(letter: Letter, role: number): LetterProblem | undefined {
  const { last_error, state } = letter
  if (last_error === null || state === 'sent') return undefined
  if (isWithheld(letter))
    return {
      what: last_error,
      advice:
        'It was not sent. Its records are Verified again, and can be sent with the next letters of the term.',
    }
  if (isRefused(letter))
    return {
      what: last_error,
      advice:
        last_error === withheldWords.named
          ? 'It was not sent. Write another letter without the name and ref.'
          : 'It was not sent. Write another letter once the account is active.',
    }
  const known = rules.find(({ words }) => words.test(last_error))
  const ask = askOrSet(role, 'SMTP_URL', 'Mail')
  return (
    known?.explain(letter, ask) ?? { what: 'The letter could not be delivered.', advice: `Try again. ${ask}` }
  )
}
