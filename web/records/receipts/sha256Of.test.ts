import { afterEach, expect, test, vi } from 'vitest'
import { sha256Of } from './sha256Of.ts'

const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

afterEach(() => vi.unstubAllGlobals())

test.each([true, false])('a file has the same hash where https is %j', async (isSecure) => {
  vi.stubGlobal('isSecureContext', isSecure)
  expect(await sha256Of(new File(['abc'], 'receipt.pdf'))).toBe(ABC)
})
