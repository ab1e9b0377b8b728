import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as permissions from '#contract/permissions.ts'
import { describe, expect, test } from 'vitest'
import { LEDGER } from '../server/backup/copy/copyFormat.ts'
import { OWNER } from '../server/backup/location/claimLocation.ts'
import { ROOT } from './root.mjs'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const find = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules', 'dist', 'data*'] }).map((path) =>
    path.replaceAll('\\', '/'),
  )
/** The separators of a table do not count as words. */
const wordsOf = (path: string) => read(path).match(/[^\s|]+/g)?.length ?? 0

const documents = [...find('*.md'), ...find('docs/**/*.md'), ...find('bench/*.md')]
/** The last two are files that Elimu writes. */
const files = [...find('**/*.{ts,tsx,mjs,json,md}'), ...find('deploy/*'), LEDGER, OWNER]

describe.each(documents)('%s', (path) => {
  const code = [...read(path).matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

  test('names only files and folders that exist', () => {
    const named = code.filter((text) => /^[\w./-]+(\.(ts|tsx|mjs|json|md)|\/)$/.test(text))
    expect(named.filter((name) => !files.some((file) => `/${file}`.includes(`/${name}`)))).toEqual([])
  })

  test('names only commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...read(path).matchAll(/(?:npm run|node --run) ([a-z]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

test('the tables of roles agree with the rules', () => {
  const text = read('docs/product.md') + read('docs/money.md')
  const rows = [...text.matchAll(/^\| (1[1-5–, ]*?) +\| .* \| `(\w+)` +\|$/gm)]
  const documented = rows.map(([, roles = '', rule = '']) => [rule, rolesIn(roles)])
  const rules = permissions as unknown as Record<string, (role: number) => boolean>
  const actual = documented.map(([rule]) => [
    rule,
    permissions.roles.map(({ id }) => id).filter((id) => rules[String(rule)]?.(id)),
  ])
  expect(rows.length).toBeGreaterThan(20)
  expect(documented).toEqual(actual)
})

/** `1–3` and `1, 3` as numbers. */
function rolesIn(text: string): number[] {
  const [first = 0, last = first] = text.split('–').map(Number)
  if (text.includes(', ')) return text.split(', ').map(Number)
  return permissions.roles.map(({ id }) => id).filter((id) => id >= first && id <= last)
}

test('the documents are short enough to be read', () => {
  const limits = { 'README.md': 350, 'docs/product.md': 3_960, 'docs/ARCHITECTURE.md': 2_400 }
  const most = (path: string) =>
    path.startsWith('docs/decisions/') ? 250 : limits[path as keyof typeof limits]
  expect(documents.filter((path) => wordsOf(path) > (most(path) ?? Infinity))).toEqual([])
})
