/** A file as IndexedDB stores it: WebKit stores no Blobs in a private window. */
export type StoredFile = { bytes: ArrayBuffer; type: string; name?: string; lastModified?: number }

export async function toStored(file: Blob): Promise<StoredFile> {
  const stored = { bytes: await file.arrayBuffer(), type: file.type }
  return file instanceof File ? { ...stored, name: file.name, lastModified: file.lastModified } : stored
}

/** The file, also where an earlier version has stored a Blob. */
export function fromStored(stored: StoredFile | Blob): Blob {
  if (stored instanceof Blob) return stored
  const { bytes, type, name, lastModified } = stored
  if (name === undefined) return new Blob([bytes], { type })
  return new File([bytes], name, { type, ...(lastModified !== undefined && { lastModified }) })
}

export const fileFromStored = (stored: StoredFile | File): File => {
  const file = fromStored(stored)
  return file instanceof File ? file : new File([file], '')
}

/** Why this device could not store something: it has no room, or the browser refused, as it may in a private window. */
export type StoreFailure = 'full' | 'refused'

export const storeFailure = (error: unknown): StoreFailure =>
  error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'refused'
