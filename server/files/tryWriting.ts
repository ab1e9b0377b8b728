import type { Objects } from './FileStore.ts'

const KEY = 'elimu-can-write-here'

/** Throws if nothing can be written to a folder or bucket. */
export async function tryWriting(objects: Objects): Promise<void> {
  await objects.put(KEY, Buffer.from('Elimu wrote this to see whether it can.\n'), 'text/plain')
  await objects.remove(KEY)
}
