import { expect, test } from 'vitest'
import { newerOf } from './draftSync.ts'

const draft = (version: number, minute: number) => ({
  values: { name: `Version ${version}, minute ${minute}` },
  files: {},
  version,
  saved_at: `2026-05-06T06:${String(minute).padStart(2, '0')}:00.000Z`,
})
const unsent = (version: number, minute: number) => ({ ...draft(version, minute), isSent: false })
const sent = (version: number, minute: number) => ({ ...draft(version, minute), isSent: true })

test('a draft based on the server’s draft is offered, even if this device’s clock is behind', () => {
  const mine = unsent(3, 10)
  expect(newerOf(mine, draft(3, 20))).toBe(mine)
})

test('of two independent drafts the later one is offered', () => {
  const [mine, theirs] = [unsent(3, 10), draft(5, 20)]
  expect(newerOf(mine, theirs)).toBe(theirs)
  expect(newerOf(unsent(3, 30), theirs)).toMatchObject({ version: 3 })
})

test('a sent draft is offered as the server has it, or not at all', () => {
  const theirs = draft(4, 20)
  expect(newerOf(sent(3, 30), theirs)).toBe(theirs)
  expect(newerOf(sent(3, 30), null)).toBeUndefined()
})

test('an unsent draft is offered, and any local draft while the server does not answer', () => {
  const [mine, known] = [unsent(0, 10), sent(3, 10)]
  expect(newerOf(mine, null)).toBe(mine)
  expect(newerOf(known, undefined)).toBe(known)
  expect(newerOf(undefined, null)).toBeUndefined()
})
