import { expect, test } from 'vitest'
import {
  deviceRules,
  isOld,
  isRemovedAt,
  type SessionEnd,
  type StoreName,
  storeNames,
} from './deviceRules.ts'

const removedAt = (end: SessionEnd, owner: number, isSent: boolean) =>
  storeNames.filter((name) => isRemovedAt(end, 1, name, { owner, isSent }))

test('a logout removes what its user has stored, and everybody’s drafts, imports and sheets', () => {
  expect(removedAt('logout', 1, false)).toEqual([
    'drafts',
    'cleared',
    'papers',
    'uploads',
    'imports',
    'sheets',
    'left_out',
  ])
  expect(removedAt('logout', 2, false)).toEqual(['drafts', 'cleared', 'imports', 'sheets', 'left_out'])
})

test.each(['expiry', 'logoutElsewhere'] as const)('%s removes only drafts that the server has', (end) => {
  for (const owner of [1, 2]) {
    expect(removedAt(end, owner, true)).toEqual(['drafts'])
    expect(removedAt(end, owner, false)).toEqual([])
  }
})

test.each([
  ['cleared', 1],
  ['papers', 30],
  ['uploads', 7],
  ['left_out', 30],
] satisfies [StoreName, number][])('%s are read for %i days', (name, days) => {
  const at = Date.now() - days * 86_400_000
  expect(isOld(name, { at: at + 60_000, isSent: false })).toBe(false)
  expect(isOld(name, { at: at - 60_000, isSent: false })).toBe(true)
})

test('drafts, imports and sheets stay until they are saved or removed', () => {
  const { drafts, imports, sheets } = deviceRules
  expect([drafts, imports, sheets].map(({ maxAge }) => maxAge)).toEqual([Infinity, Infinity, Infinity])
})
