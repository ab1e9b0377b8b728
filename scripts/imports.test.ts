import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The files or folders that each file or folder imports. */
type Imports = Map<string, Set<string>>

const ROOT = join(import.meta.dirname, '..')
const IMPORT = /(?:from|import|import\()\s*'(\.\.?\/|#contract\/)([^']+\.tsx?)'/g

/** The imports in a source file: static, of types only, and lazy ones by `import()`. */
const importsIn = (file: string, source: string): string[] =>
  [...source.matchAll(IMPORT)].map(([, start = '', path = '']) =>
    start.startsWith('#') ? join('contract', path) : join(dirname(file), start, path),
  )

function importsOf(folders: string): Imports {
  const files = globSync(`${folders}/**/*.{ts,tsx}`, { cwd: ROOT, exclude: ['**/*.test.*'] })
  return new Map(
    files.map((file) => [file, new Set(importsIn(file, readFileSync(join(ROOT, file), 'utf8')))]),
  )
}

/** A cycle: a path of imports that ends where it begins. Undefined if there is none. */
function cycleIn(imports: Imports): string[] | undefined {
  const done = new Set<string>()
  const path: string[] = []
  function follow(from: string): string[] | undefined {
    if (path.includes(from)) return [...path.slice(path.indexOf(from)), from]
    if (done.has(from)) return undefined
    path.push(from)
    for (const to of imports.get(from) ?? []) {
      const cycle = follow(to)
      if (cycle) return cycle
    }
    path.pop()
    done.add(from)
    return undefined
  }
  for (const file of imports.keys()) {
    const cycle = follow(file)
    if (cycle) return cycle
  }
  return undefined
}

/** The imports between the folders of the files. */
function betweenFolders(imports: Imports): Imports {
  const folders: Imports = new Map()
  for (const [file, all] of imports)
    for (const other of all) {
      const [from, to] = [dirname(file), dirname(other)]
      if (from !== to) folders.set(from, (folders.get(from) ?? new Set()).add(to))
    }
  return folders
}

describe('no import leads back to its own file', () => {
  it('also not by import(), which the linter does not follow', () => {
    const imports = importsOf('{contract,server,web,fixtures,demo,bench,e2e}')
    expect(imports.size).toBeGreaterThan(500)
    expect(cycleIn(imports)).toBeUndefined()
  })

  it('nor to the folder of its own file, in the backup’s folders', () => {
    expect(cycleIn(betweenFolders(importsOf('server/backup')))).toBeUndefined()
  })

  it.for([
    ["import { b } from './b.ts'", "export const load = () => import('../a/a.ts')"],
    ["import type { B } from './b.ts'", "import {\n  a,\n} from './a.ts'"],
    ["import './b.ts'", "export { a } from './a.ts'"],
  ])('the test finds a cycle through %s and %s', ([a = '', b = '']) => {
    const imports = new Map([
      ['a/a.ts', new Set(importsIn('a/a.ts', a))],
      ['a/b.ts', new Set(importsIn('a/b.ts', b))],
    ])
    expect(cycleIn(imports)).toEqual(['a/a.ts', 'a/b.ts', 'a/a.ts'])
    const [x, y] = ["import '../y/y.ts'", "import('../x/x.ts')"]
    const folders = betweenFolders(
      new Map([
        ['x/x.ts', new Set(importsIn('x/x.ts', x))],
        ['y/z.ts', new Set(importsIn('y/z.ts', y))],
      ]),
    )
    expect(cycleIn(folders)).toEqual(['x', 'y', 'x'])
  })
})

/** The folders of the server, each group after those that it may import. */
const serverOrder = [
  ['base'],
  ['database'],
  ['files', 'mail'],
  ['http'],
  ['identity'],
  ['users', 'schools', 'lookups', 'calendar'],
  ['privacy'],
  ['students', 'drafts', 'funding', 'payments'],
  ['records', 'gallery'],
  ['work'],
  ['notifications', 'letters', 'profile', 'reports', 'imports', 'downloads', 'search', 'backup', 'admin'],
]

it('the folders of the server import one way', () => {
  const rankOf = (path: string) =>
    serverOrder.findIndex((group) => group.includes(path.split(/[\\/]/)[1] ?? ''))
  const folders = new Set(
    globSync('server/*/*.ts', { cwd: ROOT }).map((file) => file.split(/[\\/]/)[1] ?? ''),
  )
  expect([...folders].toSorted()).toEqual([...serverOrder.flat(), 'testing'].toSorted())
  const wrong = new Set<string>()
  for (const [file, all] of importsOf('server'))
    for (const other of all)
      if (other.startsWith('server') && rankOf(file) >= 0 && rankOf(other) > rankOf(file))
        wrong.add(`${file.split(/[\\/]/)[1]} imports ${other.split(/[\\/]/)[1]}`)
  expect([...wrong].toSorted()).toEqual([])
})
