import { expect, test } from 'vitest'
import { compare } from './draftSync.ts'

const draft = (version: number, minute: number) => ({
  values: { name: `Version ${version}, minute ${minute}` },
  files: {},
  version,
  saved_at: `2026-05-06T06:${String(minute).padStart(2, '0')}:00.000Z`,
})
const unsent = (version: number, minute: number) => ({ ...draft(version, minute), isSent: false })
const sent = (version: number, minute: number) => ({ ...draft(version, minute), isSent: true })

test('a draft based on the server’s draft is opened, even if this device’s clock is behind', () => {
  const mine = unsent(3, 10)
  expect(compare(mine, draft(3, 20))).toEqual({ newer: mine })
})

test('of two independent drafts the later one is opened, and the other is not lost', () => {
  const [early, theirs, late] = [unsent(3, 10), draft(5, 20), unsent(3, 30)]
  expect(compare(early, theirs)).toEqual({ newer: theirs, older: early })
  expect(compare(late, theirs)).toEqual({ newer: late, older: theirs })
})

test('a sent draft is opened as the server has it, or not at all', () => {
  const theirs = draft(4, 20)
  expect(compare(sent(3, 30), theirs)).toEqual({ newer: theirs })
  expect(compare(sent(3, 30), null)).toEqual({})
})

test('an unsent draft is opened, and any local draft while the server does not answer', () => {
  const [mine, known] = [unsent(0, 10), sent(3, 10)]
  expect(compare(mine, null)).toEqual({ newer: mine })
  expect(compare(known, undefined)).toEqual({ newer: known })
  expect(compare(undefined, null)).toEqual({})
})
