import { expect, it, vi } from 'vitest'
import { OPENED_STUDENTS, userMemory } from './userMemory.ts'

it('forgets a preference that a full storage refuses, and nothing fails', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem() {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    },
  })
  expect(() => userMemory.write(1, 'entry exam', 'KJSEA')).not.toThrow()
  expect(userMemory.read(1, 'entry exam')).toBeNull()
  vi.unstubAllGlobals()
})

it('forgets one preference of all users, and keeps the others', () => {
  const stored: Record<string, string> = {}
  vi.stubGlobal(
    'localStorage',
    Object.defineProperties(stored, {
      getItem: { value: (place: string) => stored[place] ?? null },
      setItem: { value: (place: string, value: string) => void (stored[place] = value) },
      removeItem: { value: (place: string) => delete stored[place] },
    }),
  )
  userMemory.write(1, OPENED_STUDENTS, '[]')
  userMemory.write(2, OPENED_STUDENTS, '[]')
  userMemory.write(2, 'entry exam', 'KJSEA')
  userMemory.forgetAll(OPENED_STUDENTS)
  expect([1, 2].map((user) => userMemory.read(user, OPENED_STUDENTS))).toEqual([null, null])
  expect(userMemory.read(2, 'entry exam')).toBe('KJSEA')
  vi.unstubAllGlobals()
})
