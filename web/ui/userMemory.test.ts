import { expect, it, vi } from 'vitest'
import { userMemory } from './userMemory.ts'

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
