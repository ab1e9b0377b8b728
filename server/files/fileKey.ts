import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Objects } from './FileStore.ts'

/** Two hundred random bits, so that a key is unique and cannot be guessed. */
export const newKey = () => randomBytes(25).toString('hex')

export const keySchema = z.string().regex(/^[\da-f]{50}$/)

const isKey = (key: string) => keySchema.safeParse(key).success

/** Checks every key, because a key becomes a path: one from a forged backup could lead out of the store. */
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
      // A file cannot have any other key.
      if (isKey(key)) await objects.remove(key)
    },
  }
}
