import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

/** Much more than the tests have ever taken. */
const ROOM = 2 * 1024 ** 3

/** A folder in memory if there is room, because it is fast, else one on the disk. */
export async function memoryFolder(): Promise<string> {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = await statfs(memory)
  return bavail * bsize > ROOM ? memory : tmpdir()
}
