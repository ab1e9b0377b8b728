import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { StartError } from './StartError.ts'

const CHECKOUT = join(import.meta.dirname, '..')

/**
 * Goes to the checkout, so that `.env`, `./data` and every other relative path mean the same wherever Elimu is started
 * from, and reads `.env`, if there is one. Fails if `.env` cannot be read, so that Elimu never runs without its
 * settings. Answers the variables of `.env`; one that the environment already has keeps its value. What the process
 * writes from now on no other user of the machine can read.
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
