import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

/** Much more than the tests have ever taken. */
const ROOM = 2 * 1024 ** 3

/** Where files cost nearly nothing: in memory where there is room, else on the disk. */
export async function memoryFolder(): Promise<string> {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = await statfs(memory)
  return bavail * bsize > ROOM ? memory : tmpdir()
}
