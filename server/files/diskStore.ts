import { copyFile, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ensureFolder } from '../ensureFolder.ts'
import type { FileStore } from './FileStore.ts'

/** Files in a folder of this machine, spread over subfolders so that none grows large. */
export function openDiskStore(folder: string, incoming: string): FileStore {
  const placeOf = (key: string) => join(folder, key.slice(0, 2), key)
  const partOf = (key: string) => `${placeOf(key)}.part`

  return {
    incoming,

    async put(key, source) {
      ensureFolder(dirname(placeOf(key)))
      // The file gets its own name only once it is complete and flushed to the disk.
      if (typeof source === 'string') await moveOrCopy(source, partOf(key))
      else await writeFile(partOf(key), source, { mode: 0o600 })
      await flush(partOf(key))
      await rename(partOf(key), placeOf(key))
      await flush(dirname(placeOf(key)))
    },

    async open(key, range) {
      const file = await open(placeOf(key))
      try {
        const { size } = await file.stat()
        return { stream: file.createReadStream(range), size }
      } catch (error) {
        await file.close()
        throw error
      }
    },

    async remove(key) {
      await rm(placeOf(key), { force: true })
      await rm(partOf(key), { force: true })
    },

    close() {},
  }
}

/** Moving is fast, but works only within one file system. */
async function moveOrCopy(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(from, to)
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
