import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify, parseEnv } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { newKeyPair } from '../server/backup/copy/encryption.ts'
import { temporaryFolder } from '../server/testing/files/temporaryFolder.ts'
import { copyCheckout } from '../server/testing/spawnServer.ts'
import { ROOT } from './root.mjs'

/** A built checkout of a commit. */
async function buildCode(commit: string): Promise<string> {
  const code = await copyCheckout('CHARITY_NAME=Nobody\n')
  await cp(join(ROOT, 'deploy'), join(code, 'deploy'), { recursive: true })
  await mkdir(join(code, 'dist/web'), { recursive: true })
  await symlink(process.execPath, join(code, 'dist/node'))
  await writeFile(join(code, 'dist/commit'), `${commit}\n`)
  return code
}

/** A machine with only folders and processes of its own. */
async function openMachine() {
  const root = await temporaryFolder()
  const code = await buildCode('old')
  const run = promisify(execFile)
  onTestFinished(() => {
    for (const file of globSync(join(root, '*.pid'))) {
      try {
        process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL')
      } catch {
        // It has ended.
      }
    }
  })
  return {
    root,
    code,
    envOf: async (name: string) => parseEnv(await readFile(join(root, 'etc/elimu', name, 'env'), 'utf8')),
    charities: async (args: string[], more: Record<string, string> = {}) => {
      const env = {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
        CHARITIES_ROOT: root,
        CHARITIES_RUNNER: join(ROOT, 'scripts/processRunner.mjs'),
        ...more,
      }
      const script = join(code, 'deploy/charities.mjs')
      try {
        const { stdout, stderr } = await run(process.execPath, [script, ...args], { env })
        return { status: 0, stdout, stderr }
      } catch (error) {
        const { code: status, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
        return { status, stdout, stderr }
      }
    },
  }
}

type Machine = Awaited<ReturnType<typeof openMachine>>

const addTo = async ({ charities }: Machine, name: string, ...settings: string[]) => {
  const added = await charities(['add', name, 'APP_URL=https://{name}.example.org', ...settings])
  expect(added, added.stderr).toMatchObject({ status: 0 })
  return added.stdout
}

it('refuses names that are no names, and changes nothing', async () => {
  const { root, charities } = await openMachine()
  const names = [
    'Watoto',
    '-watoto',
    'watoto-',
    '2watoto',
    'a/b',
    '../watoto',
    'two words',
    'x'.repeat(25),
    'a;b',
  ]
  for (const name of names) {
    const { status, stderr } = await charities(['add', name, 'APP_URL=https://watoto.example.org'])
    expect([name, status]).toEqual([name, 1])
    expect(stderr).toContain(' is no name: ')
  }
  expect(await charities(['add', 'watoto'])).toMatchObject({
    status: 1,
    stderr: 'APP_URL=https://watoto.example.org is missing.\n',
  })
  expect(await charities(['add', 'watoto', 'CHARITY_NAME=a"b'])).toMatchObject({ status: 1 })
  for (const command of ['remove', 'test-restore'])
    expect(await charities([command, '../watoto', root])).toMatchObject({
      status: 1,
      stderr: 'There is no charity "../watoto". There are: .\n',
    })
  expect(await readdir(root)).toEqual([])
  expect(await charities(['--help'])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('test-restore NAME'),
  })
  expect(await charities(['start'])).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('test-restore NAME'),
  })
})

it(
  'adds charities with settings, folders, keys and times of their own, and lists them',
  { timeout: 120_000 },
  async () => {
    const machine = await openMachine()
    const { root, charities, envOf } = machine
    await mkdir(join(root, 'etc/elimu'), { recursive: true })
    await writeFile(join(root, 'etc/elimu/defaults.env'), 'CHARITY_NAME=Elimu ya {name}\n')
    expect(await addTo(machine, 'watoto', 'ADMIN_EMAIL=you@example.org')).toMatch(
      /AGE-SECRET-KEY-[\s\S]+\/changepsw\//,
    )
    await addTo(machine, 'elimu-bora')
    const [one, other] = [await envOf('watoto'), await envOf('elimu-bora')]
    expect(one).toMatchObject({
      APP_URL: 'https://watoto.example.org',
      CHARITY_NAME: 'Elimu ya watoto',
      DATA_DIR: join(root, 'var/lib/elimu/watoto'),
      BACKUP_TO: join(root, 'var/backups/elimu/watoto'),
      BACKUP_AT: expect.stringMatching(/^0[0-4]:\d\d$/),
      BACKUP_RECIPIENT: expect.stringMatching(/^age1/),
    })
    expect(other).toMatchObject({ APP_URL: 'https://elimu-bora.example.org' })
    expect(Number(other['PORT'])).toBeGreaterThan(Number(one['PORT']))
    for (const name of ['DATA_DIR', 'BACKUP_TO', 'BACKUP_AT', 'BACKUP_RECIPIENT', 'METRICS_TOKEN'])
      expect(one[name], name).not.toBe(other[name])
    for (const path of ['etc/elimu/watoto/env', 'var/lib/elimu/watoto', 'var/backups/elimu/watoto'])
      expect((await stat(join(root, path))).mode & 0o077).toBe(0)
    expect(await readFile(join(root, 'etc/caddy/elimu/watoto'), 'utf8')).toBe(
      `watoto.example.org {\n\treverse_proxy 127.0.0.1:${one['PORT']} {\n\t\timport elimu\n\t}\n}\n`,
    )
    const shared = ['APP_URL=https://{name}.example.org', `BACKUP_TO=${one['BACKUP_TO']}`]
    expect(await charities(['add', 'third', ...shared])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('BACKUP_TO is that of watoto already.'),
    })
    const again = await charities(['add', 'watoto', 'APP_URL=https://watoto.example.org'])
    expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('exists already') })

    const { stdout } = await charities(['list'])
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['charity', 'port', 'version', 'health', 'last good copy', 'last test restore'],
      ['elimu-bora', other['PORT'], '0.1.0+old', 'ok', '-', '-'],
      ['watoto', one['PORT'], '0.1.0+old', 'ok', '-', '-'],
      [''],
    ])
  },
)

it('updates one first, and stops before the others if it is not healthy', { timeout: 120_000 }, async () => {
  const machine = await openMachine()
  const { charities, root, code } = machine
  const { recipient } = await newKeyPair()
  await addTo(machine, 'a', `BACKUP_RECIPIENT=${recipient}`)
  // It needs not run, because it is not reached.
  await cp(join(root, 'etc/elimu/a'), join(root, 'etc/elimu/b'), { recursive: true, verbatimSymlinks: true })
  const codeOf = (name: string) => realpath(join(root, 'etc/elimu', name, 'code'))

  const broken = await buildCode('broken')
  await writeFile(join(broken, 'server/main.ts'), 'process.exit(1)\n')
  const failed = await charities(['update', broken])
  expect(failed).toMatchObject({ status: 1, stdout: '' })
  expect(failed.stderr).toMatch(
    /^a is not healthy \(no answer\)\..+\nIts copy from before: elimu-.+\nTo go back, /,
  )
  expect(failed.stderr).toContain(`Its code was: ${code}\nStopped. Not updated: b.\n`)
  expect(await codeOf('b')).toBe(code)
  expect(globSync(join(root, 'var/backups/elimu/a/*.good.json'))).toHaveLength(1)

  const better = await buildCode('new')
  expect(await charities(['update', better, 'a'])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^a is updated in .+\nUpdated to 0\.1\.0\+new: 1\.\n$/),
  })
  expect(await codeOf('a')).toBe(better)
  await rm(join(better, 'dist/web'), { recursive: true })
  expect(await charities(['update', better])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is not built'),
  })
})

it(
  'restores a copy on trial, and archives a charity before it is removed',
  { timeout: 120_000 },
  async () => {
    const machine = await openMachine()
    const { charities, root, code, envOf } = machine
    const shown = await addTo(machine, 'watoto')
    const BACKUP_KEY = /AGE-SECRET-KEY-\w+/.exec(shown)?.[0] ?? ''
    await charities(['update', code])
    expect(await charities(['test-restore', 'watoto'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('encrypted'),
    })
    expect(await charities(['test-restore', 'watoto'], { BACKUP_KEY })).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/restored/i),
    })
    const data = join(root, 'var/lib/elimu/watoto')
    expect((await readdir(data)).filter((name) => name.includes('trial'))).toEqual([])

    expect(await charities(['remove', 'watoto', join(root, 'nowhere')])).toMatchObject({ status: 1 })
    const { PORT } = await envOf('watoto')
    expect((await fetch(`http://127.0.0.1:${PORT}/api/health`)).status).toBe(200)
    const archives = await temporaryFolder()
    const removed = await charities(['remove', 'watoto', archives])
    expect(removed, removed.stderr).toMatchObject({ status: 0 })
    const [archive = ''] = globSync(join(archives, 'watoto-*'))
    expect((await readdir(archive)).toSorted()).toEqual(['anonymised.json', 'env', 'secret', 'watoto.elimu'])
    expect(
      [data, join(root, 'etc/elimu/watoto'), join(root, 'etc/caddy/elimu/watoto')].filter(existsSync),
    ).toEqual([])
    expect(globSync(join(root, 'var/backups/elimu/watoto/*.good.json'))).toHaveLength(1)
  },
)
