import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endIfReadOnly, ROOT } from './root.mjs'

/**
 * Makes a result only when it is missing or the files it depends on have changed since it was made. A result whose
 * making was interrupted counts as missing. Returns the exit code of the work.
 * @param {{ result: string, sources: string[] }} paths
 * @param {() => Promise<number>} make
 */
export async function whenChanged({ result, sources }, make) {
  const stamp = join(ROOT, `${result}.sha256`)
  const hash = hashOf(sources)
  if (existsSync(join(ROOT, result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return 0
  endIfReadOnly()
  rmSync(stamp, { force: true })
  const code = await make()
  if (code === 0) writeFileSync(stamp, hash)
  return code
}

/** @param {string[]} sources */
function hashOf(sources) {
  const hash = createHash('sha256').update(process.version)
  for (const path of sources.flatMap(filesIn).sort())
    hash.update(`\0${path}\0`).update(readFileSync(join(ROOT, path)))
  return hash.digest('hex')
}

/** @param {string} path */
function filesIn(path) {
  if (statSync(join(ROOT, path)).isFile()) return [path]
  return readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
}
