import type { Facts } from './deviceRules.ts'

/** A value, and the facts that decide how long it is stored. */
export type StoredValue = Facts & { value: unknown }

/** The key of a value or, with a third text, of a part of it. */
export type StoredKey = [owner: number, key: string] | [owner: number, key: string, part: string]

/** A file as IndexedDB stores it: WebKit stores no Blobs in a private window. */
type StoredFile = { bytes: ArrayBuffer; type: string; name?: string; lastModified?: number }

/** Larger files are stored as they are: a film is too large for the memory. */
const STORED_AS_BYTES = 50 * 1024 * 1024

/** A value as the device stores it. Every value is written through this function, and read through the next one. */
export async function toStored(value: unknown): Promise<unknown> {
  if (!(value instanceof Blob) || value.size > STORED_AS_BYTES) return value
  const stored: StoredFile = { bytes: await value.arrayBuffer(), type: value.type }
  return value instanceof File ? { ...stored, name: value.name, lastModified: value.lastModified } : stored
}

export function fromStored(stored: unknown): unknown {
  if (!isStoredFile(stored)) return stored
  const { bytes, type, name, lastModified } = stored
  if (name === undefined) return new Blob([bytes], { type })
  return new File([bytes], name, { type, ...(lastModified !== undefined && { lastModified }) })
}

const isStoredFile = (stored: unknown): stored is StoredFile =>
  // Newer browsers have a method of this name on each Blob.
  typeof stored === 'object' && stored !== null && 'bytes' in stored && stored.bytes instanceof ArrayBuffer

/** Why this device could not store something: it has no room, or the browser refused, as it may in a private window. */
export type StoreFailure = 'full' | 'refused'

export const storeFailure = (error: unknown): StoreFailure =>
  error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'refused'
