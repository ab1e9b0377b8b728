import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './root.mjs'

type Needs = Record<string, string>
type Entry = {
  resolved?: string
  dependencies?: Needs
  optionalDependencies?: Needs
  devDependencies?: Needs
}

const text = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
const { packages } = JSON.parse(text) as { packages: Record<string, Entry> }

/** Whether a package finds another as Node does: in its own node_modules, or in those of the folders around it. */
const finds = (from: string, name: string): boolean =>
  `${from}/node_modules/${name}`.replace(/^\//, '') in packages ||
  (from !== '' && finds(from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0)), name))

test('the lock file has an entry for each package that is needed on any platform, or `npm ci` refuses it', () => {
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...entry.devDependencies })
      .filter((name) => !finds(path, name))
      .map((name) => `${name}, which ${path || 'Elimu'} needs`),
  )
  expect(missing).toEqual([])
})

test('the lock file names no registry: the user who installs chooses it', () => {
  expect(Object.keys(packages).filter((path) => packages[path]?.resolved)).toEqual([])
})
