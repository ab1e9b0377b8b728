import { describe, expect, it } from 'vitest'
import { type Letter, withheldWords } from '#contract/letters.ts'
import { problemOf } from './letterProblem.ts'

const letter = {
  recipient: 'ingrid.solberg@exmaple.org',
  to: { id: 7, first_name: 'Ingrid', last_name: 'Solberg', email: 'ingrid.solberg@exmaple.org' },
  state: 'failed',
} as Letter

describe('the trouble of a letter', () => {
  it.for([
    [
      '550 5.1.1 <ingrid@exmaple.org>: Recipient address rejected: User unknown',
      'This address does not exist.',
    ],
    ["Can't send mail - all recipients were rejected: 550 No such mailbox", 'This address does not exist.'],
    ['552 5.2.2 Mailbox full', 'The mailbox is full.'],
    ['552 5.3.4 Message size exceeds fixed limit', 'The letter is too large for this mailbox.'],
    ['554 5.7.1 Rejected as spam', 'The letter was refused as unwanted mail.'],
    ['connect ECONNREFUSED 127.0.0.1:25', 'The mail server could not be reached.'],
    ['Invalid login: 535 5.7.8 Authentication failed', 'The mail server did not let Elimu sign in.'],
    ['Message failed: 451 Try later', 'The mail server asked Elimu to come back later.'],
    ['something else', 'The letter could not be delivered.'],
  ])('is described in plain words: %s', ([last_error = '', what]) => {
    const trouble = problemOf({ ...letter, last_error }, 3)
    expect(trouble?.what).toBe(what)
    expect(trouble?.advice).not.toMatch(/\d{3}|SMTP/)
  })

  it('names the setting to administrators, who would ask themselves', () => {
    const refused = { ...letter, last_error: 'Invalid login: 535 5.7.8 Authentication failed' }
    expect(problemOf(refused, 1)?.advice).toBe('The setting is SMTP_URL: see Mail in docs/operating.md.')
    expect(problemOf(refused, 2)?.advice).toBe('Ask your server administrator.')
  })

  it('asks for another letter if it names a child who may no longer be shown', () => {
    expect(problemOf({ ...letter, kind: 'promise', last_error: withheldWords.named }, 3)).toEqual({
      what: 'It names a child who may no longer be shown.',
      advice: 'It was not sent. Write another letter without the name and ref.',
    })
  })

  it('names the part that may be misspelt, and the new address after a correction', () => {
    const last_error = '550 5.1.1 User unknown'
    expect(problemOf({ ...letter, last_error }, 1)?.advice).toBe(
      '“exmaple.org” may be misspelt: ask Ingrid Solberg, correct it, then try again.',
    )
    const to = { ...letter.to, email: 'ingrid@example.org' } as Letter['to']
    expect(problemOf({ ...letter, last_error, to }, 1)?.advice).toBe(
      'The address is now ingrid@example.org. Try again.',
    )
  })

  it('does not exist for a letter that was sent or never tried', () => {
    expect(problemOf({ ...letter, state: 'sent', last_error: '451 Try later' }, 1)).toBeUndefined()
    expect(problemOf({ ...letter, state: 'waiting', last_error: null }, 1)).toBeUndefined()
  })
})
