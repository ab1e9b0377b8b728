import { open } from 'node:fs/promises'

/** Waits until the disk has stored a file, or the names in a folder. */
export async function flush(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
