import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { BOUNDED } from '../server/backup/makeBackupInChild.ts'
import { settingNames } from '../server/config.ts'
import { temporaryFolder } from '../server/testing/files/temporaryFolder.ts'
import { ROOT } from './root.mjs'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const dockerfile = read('deploy/Dockerfile')
const unit = read('deploy/elimu.service')
const compose = globSync('deploy/compose*.yaml', { cwd: ROOT }).map(read)
const guide = read('docs/deploying.md')
/** Names that belong to Node, Compose and the other containers. */
const OF_OTHERS = /^(NODE_ENV|DOMAIN|ELIMU|NETWORK|COMPOSE_FILE|POSTGRES_\w+)$/

test('image and unit start Elimu as npm start does', () => {
  expect(dockerfile).toContain('\nCMD ["node", "scripts/start.mjs"]\n')
  expect(unit).toContain('\nExecStart=/opt/elimu/dist/node scripts/start.mjs\n')
})

test('the unit for one of many charities confines it as the unit for one does', () => {
  const rules = (text: string) => text.slice(text.indexOf('\nRestart=')).replaceAll('elimu/%i', 'elimu')
  expect(rules(read('deploy/elimu@.service'))).toBe(rules(unit))
  expect(rules(unit)).toContain('ProtectSystem=strict')
})

test('backups and restores have the same memory limit from the shell and from the server', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  for (const name of ['backup', 'restore'])
    expect(scripts[name]).toBe(`node ${BOUNDED} scripts/command.mjs server/backup/cli/${name}Main.ts`)
})

test('image, containers and unit set only settings that Elimu knows', () => {
  const first = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name = '']) => name)
  const texts = [...compose, ...globSync('deploy/*.env', { cwd: ROOT }).map(read)]
  const named = [
    ...first(/^ENV .*$/m.exec(dockerfile)?.[0] ?? '', /(\w+)=/g),
    ...first(/(?<=^Environment=).*$/m.exec(unit)?.[0] ?? '', /(\w+)=/g),
    ...texts.flatMap((text) => first(text, /^ *#?([A-Z][A-Z_]+)[=:]/gm)),
    ...texts.flatMap((text) => first(text, /\$\{(\w+)/g)),
  ]
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !settingNames.includes(name) && !OF_OTHERS.test(name))).toEqual([])
})

test('the image build gets all files that the page and the server need', () => {
  const sent = [...read('.dockerignore').matchAll(/^!([\w.-]+)/gm)].map(([, path = '']) => path)
  const sources = /sources: \[(.*)\]/.exec(read('scripts/buildPage.mjs'))?.[1]?.match(/[^', ]+/g) ?? []
  const imports = filesOfServer()
    .flatMap((path) => importsOf(path))
    .map((path) => path.split('/')[0] ?? '')
  expect(sources).toContain('web')
  expect(imports).toContain('contract')
  expect([...new Set([...sources, ...imports])].filter((path) => !sent.includes(path))).toEqual([])
  expect(sent.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  expect(sent).not.toContain('demo')
})

/** The server's own sources, as they are in the image: without its tests. */
function filesOfServer(): string[] {
  return globSync('{server,contract}/**/*.ts', { cwd: ROOT, exclude: ['server/testing'] }).filter(
    (path) => !path.endsWith('.test.ts'),
  )
}

/** The files that a file imports by relative paths, as paths from the root. */
function importsOf(path: string): string[] {
  const imports = read(path).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)
  return [...imports].map(([, to = '']) => join(path, '..', to))
}

test('no part of the server that is in the image imports one that is not', () => {
  expect(filesOfServer()).toContain('server/app.ts')
  expect(importsOf('server/mail/postman.test.ts')).toContain('server/testing/testApp.ts')
  const left = filesOfServer().filter((path) =>
    importsOf(path).some((to) => to.startsWith('server/testing/')),
  )
  expect(left).toEqual([])
})

test('the guide names only files that exist', () => {
  const named = [...guide.matchAll(/deploy\/[\w.@-]+|compose[\w.]*\.yaml|containers\.env/g)].map(([file]) =>
    file.startsWith('deploy/') ? file : `deploy/${file}`,
  )
  expect(named.length).toBeGreaterThan(5)
  // The operator creates deploy/.env.
  expect(named.filter((file) => file !== 'deploy/.env' && !existsSync(join(ROOT, file)))).toEqual([])
})

test('the rules for Prometheus use only figures that Elimu has', () => {
  const used = new Set(read('deploy/prometheus-rules.yaml').match(/\b(elimu|http|nodejs)_\w+/g))
  const written: string[] = read('server/http/metricsRoute.ts').match(/(?<=')\w+(?=')/g) ?? []
  expect(used.size).toBeGreaterThan(10)
  expect([...used].filter((name) => !written.includes(name.replace(/_(bucket|count)$/, '')))).toEqual([])
})

test('a start with read-only code says that it must be built first', async () => {
  const checkout = await temporaryFolder()
  for (const part of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, part), join(checkout, part), { recursive: true })
  chmodSync(checkout, 0o555)
  onTestFinished(() => chmodSync(checkout, 0o755))
  // Root may write everywhere, so the process runs as the user nobody.
  const start = `if (process.getuid() === 0) process.setuid(65534)
    await import(${JSON.stringify(join(checkout, 'scripts/start.mjs'))})`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--eval', start], { encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(
    /^Elimu has to be built first, and may not write into .+: run "npm run build" there .+\n$/,
  )
})
