import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { ensureFolder } from '../../base/ensureFolder.ts'
import { flush } from '../../base/flush.ts'
import { StartError } from '../../base/StartError.ts'
import { isEmpty } from './fillEmpty.ts'

type Where = Pick<Config, 'dataDir' | 'databaseUrl'>

/**
 * The file that exists while a restore runs, with the name of the copy. It keeps Elimu from starting, which would create
 * an empty charity.
 */
const markIn = ({ dataDir }: Where) => join(dataDir, 'restore-unfinished')

/** Marks the beginning of a restore. Returns whether an interrupted one has left a mark already. */
export async function markRestore(where: Where, copy: string): Promise<boolean> {
  const wasMarked = existsSync(markIn(where))
  ensureFolder(where.dataDir)
  await writeFile(markIn(where), copy, { mode: 0o600 })
  await flush(markIn(where))
  await flush(where.dataDir)
  return wasMarked
}

export const unmarkRestore = (where: Where) => rm(markIn(where), { force: true })

/** Refuses a start after an interrupted restore. All rows of a restore appear at once, at its end. */
export async function refuseUnfinishedRestore(where: Where): Promise<void> {
  if (!existsSync(markIn(where))) return
  if (!(await isEmpty(where))) return unmarkRestore(where)
  const copy = await readFile(markIn(where), 'utf8')
  throw new StartError(
    `The restore of ${copy || 'a copy'} into "${where.dataDir}" has not finished. If it does not run any more, run the same npm run restore again; it starts over. To begin without it, name an empty DATA_DIR.`,
  )
}
