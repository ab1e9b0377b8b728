import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { ensureFolder } from './ensureFolder.ts'
import { StartError } from './StartError.ts'

/** The key that signs links and tokens: APP_SECRET, or one made once and kept in the data folder. */
export function readSecret({ appSecret, dataDir }: Pick<Config, 'appSecret' | 'dataDir'>): string {
  if (appSecret) return appSecret
  const file = join(dataDir, 'secret')
  try {
    ensureFolder(dataDir)
    // Fails when there is one already, also when another process made it a moment ago.
    writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new StartError(
        `DATA_DIR is "${dataDir}", but Elimu cannot write there: ${(error as Error).message}.`,
      )
  }
  return readFileSync(file, 'utf8').trim()
}
