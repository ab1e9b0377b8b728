import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const CHECKOUT = join(import.meta.dirname, '..')

/** The version in package.json, and the commit that `npm run build` has noted, like `0.1.0+4f2a11bc`. */
export const version = readVersion()

function readVersion(): string {
  const { version: released } = JSON.parse(read('package.json')) as { version: string }
  try {
    return `${released}+${read('dist/commit').trim()}`
  } catch {
    return released
  }
}

function read(path: string): string {
  return readFileSync(join(CHECKOUT, path), 'utf8')
}
