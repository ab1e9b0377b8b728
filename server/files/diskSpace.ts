import { statfs } from 'node:fs/promises'

/** The free and usable bytes of the disk of a folder, without those that are reserved for root. */
export async function diskSpace(folder: string): Promise<{ free: number; size: number }> {
  const { bsize, bavail, blocks, bfree } = await statfs(folder)
  return { free: bavail * bsize, size: (blocks - bfree + bavail) * bsize }
}
