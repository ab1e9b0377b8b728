import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { StartError } from './base/StartError.ts'

const CHECKOUT = join(import.meta.dirname, '..')

/** The file with the settings. A charity of many on one machine has its own, and ignores the `.env` of the code that all share. */
export const settingsFile = (environment: NodeJS.Dict<string> = process.env) =>
  environment['ENV_FILE'] || '.env'

/**
 * Changes to the checkout, so that relative paths such as `./data` do not depend on where Elimu is started, and reads
 * `.env` if it exists, or the file that `ENV_FILE` names. Fails if it cannot be read, so that Elimu never runs without its settings. Returns
 * the variables of the file; the environment overrides them. Sets the umask, so that other users of the machine cannot read
 * the files that this process creates.
 */
export function loadEnvironment(): NodeJS.Dict<string> {
  process.umask(0o077)
  process.chdir(CHECKOUT)
  const path = settingsFile()
  try {
    const file = parseEnv(readFileSync(path, 'utf8'))
    for (const [name, value] of Object.entries(file)) process.env[name] ??= value
    return file
  } catch (error) {
    if (path === '.env' && (error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new StartError(`${path} cannot be read: ${(error as Error).message}.`)
  }
}
