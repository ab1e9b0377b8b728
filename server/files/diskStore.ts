import { copyFile, type FileHandle, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { flush } from '../base/flush.ts'
import { ensureFolder } from '../base/ensureFolder.ts'
import { withCheckedKeys } from './fileKey.ts'
import type { FileStore, Objects } from './FileStore.ts'

/** Files in a folder of this machine, spread over subfolders so that none grows large. */
export function openDiskStore(folder: string, incoming: string): FileStore {
  const objects = openFolder(folder, (key) => join(key.slice(0, 2), key))
  return {
    ...withCheckedKeys(objects),
    incoming,
    async *list() {
      for await (const { key, size } of objects.list()) yield { key: basename(key), size }
    },
  }
}

/** A folder in which `pathIn` returns the path of a key's file, by default the key itself. */
export function openFolder(folder: string, pathIn = (key: string) => key): Objects {
  const pathOf = (key: string) => join(folder, pathIn(key))
  const partOf = (key: string) => `${pathOf(key)}.part`

  return {
    async put(key, source) {
      ensureFolder(dirname(pathOf(key)))
      // The file gets its own name only once it is complete and flushed to the disk.
      if (typeof source === 'string') await moveOrCopy(source, partOf(key))
      else await writeFile(partOf(key), source, { mode: 0o600 })
      await flush(partOf(key))
      await rename(partOf(key), pathOf(key))
      await flush(dirname(pathOf(key)))
    },

    async open(key, range) {
      const file = await open(pathOf(key))
      try {
        const { size } = await file.stat()
        return { stream: file.createReadStream(range), size }
      } catch (error) {
        await file.close()
        throw error
      }
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
      await rm(partOf(key), { force: true })
    },

    async *list(start = '') {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name)
        const key = relative(folder, path).replaceAll(sep, '/')
        if (!entry.isFile() || !key.startsWith(start)) continue
        // Another process may have removed or renamed it since.
        const size = await sizeOf(path)
        if (size !== undefined) yield { key, size }
      }
    },

    close() {},
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
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

/** Writes all bytes at an offset. One write may take fewer bytes than it is given, as on a nearly full disk. */
export async function writeAt(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten
}
