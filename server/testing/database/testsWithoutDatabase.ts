import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const SERVER = join(import.meta.dirname, '../..')
const OPENS_DATABASES = join(import.meta.dirname, 'testDatabase.ts')

/** The imports of a file from the server, except those of types. */
const IMPORT = /^(?:import|export) (?!type )[^']*'(\.[^']+)'|import\('(\.[^']+)'\)/gm

/** The server's tests whose imports never lead to a test database: a run on a second engine would prove nothing. */
export function testsWithoutDatabase(): string[] {
  const known = new Map<string, boolean>()

  function reachesDatabase(file: string): boolean {
    if (file === OPENS_DATABASES) return true
    const answer = known.get(file)
    if (answer !== undefined) return answer
    known.set(file, false)
    const imports = [...readFileSync(file, 'utf8').matchAll(IMPORT)]
    const reaches = imports.some(([, direct, lazy]) =>
      reachesDatabase(join(file, '..', direct ?? lazy ?? '')),
    )
    known.set(file, reaches)
    return reaches
  }

  return globSync('**/*.test.ts', { cwd: SERVER })
    .filter((test) => !reachesDatabase(join(SERVER, test)))
    .map((test) => relative(join(SERVER, '..'), join(SERVER, test)))
}
