import { open } from 'node:fs/promises'
import { writeAt } from '../../files/writeAt.ts'
import type { Film } from './readFilm.ts'

const NOTHING = Buffer.alloc(256 * 1024)
const FREE = Buffer.from('free')

/** Takes out of a film what a player does not need. No byte moves, so that everything in it is found where it was. */
export async function cleanFilm(path: string, { privates }: Film): Promise<void> {
  const file = await open(path, 'r+')
  try {
    for (const { start, end, becomes } of privates)
      if (becomes === 'free') await writeAt(file, FREE, start)
      else
        for (let at = start; at <= end; at += NOTHING.length)
          await writeAt(file, NOTHING.subarray(0, Math.min(NOTHING.length, end + 1 - at)), at)
  } finally {
    await file.close()
  }
}
