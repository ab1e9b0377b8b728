import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, SECRET_MIN } from './config.ts'
import { ensureFolder } from './base/ensureFolder.ts'
import { StartError } from './base/StartError.ts'

export const secretFile = (dataDir: string) => join(dataDir, 'secret')

/** The key that signs links and tokens: APP_SECRET, or a random one that is stored in the data folder. */
export function readSecret({ appSecret, dataDir }: Pick<Config, 'appSecret' | 'dataDir'>): string {
  if (appSecret) return appSecret
  const file = secretFile(dataDir)
  try {
    ensureFolder(dataDir)
    if (!existsSync(file)) writeOnce(file, randomBytes(48).toString('base64url'))
    const secret = readFileSync(file, 'utf8').trim()
    if (secret.length >= SECRET_MIN) return secret
  } catch (error) {
    throw new StartError(
      `DATA_DIR is "${dataDir}", but Elimu cannot write there: ${(error as Error).message}.`,
    )
  }
  throw new StartError(
    `The file "${file}" is damaged. Remove it; links that were already sent will then be invalid.`,
  )
}

/** Writes the file atomically, and never overwrites one that another process has just written. */
function writeOnce(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, text, { mode: 0o600, flush: true })
  try {
    linkSync(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished)
  }
}
