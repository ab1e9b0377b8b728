import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { StartError } from './base/StartError.ts'

const CHECKOUT = join(import.meta.dirname, '..')

/**
 * Changes to the checkout, so that relative paths such as `./data` do not depend on where Elimu is started, and reads
 * `.env` if it exists. Fails if `.env` cannot be read, so that Elimu never runs without its settings. Returns the
 * variables of `.env`; the environment overrides them. Sets the umask, so that other users of the machine cannot read
 * the files that this process creates.
 */
export function loadEnvironment(): NodeJS.Dict<string> {
  process.umask(0o077)
  process.chdir(CHECKOUT)
  try {
    const file = parseEnv(readFileSync('.env', 'utf8'))
    for (const [name, value] of Object.entries(file)) process.env[name] ??= value
    return file
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new StartError(`.env cannot be read: ${(error as Error).message}.`)
  }
}
