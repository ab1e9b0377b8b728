import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Objects } from './FileStore.ts'

/** Two hundred random bits: a key cannot be guessed, and none is made twice. */
export const newKey = () => randomBytes(25).toString('hex')

export const keySchema = z.string().regex(/^[\da-f]{50}$/)

const isKey = (key: string) => keySchema.safeParse(key).success

/** A key becomes a path: one that a forged copy has brought could lead out of the store. */
export function withCheckedKeys(objects: Objects): Objects {
  const checked = (key: string) => {
    if (isKey(key)) return key
    throw new Error(`${JSON.stringify(key)} is not the key of a file`)
  }
  return {
    ...objects,
    put: async (key, source, type) => objects.put(checked(key), source, type),
    open: async (key, range) => objects.open(checked(key), range),
    async remove(key) {
      // No file can have another key.
      if (isKey(key)) await objects.remove(key)
    },
  }
}
