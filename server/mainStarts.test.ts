import { appendFile, chmod, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freePort } from './testing/freePort.ts'
import { copyCheckout, spawnFrom, spawnServer } from './testing/spawnServer.ts'
import { temporaryFolder } from './testing/files/temporaryFolder.ts'
import { until } from './testing/until.ts'

describe('a start that fails', () => {
  async function expectSentence(settings: Record<string, string>, sentence: RegExp): Promise<void> {
    const server = spawnServer(settings)
    expect(await server.ended).toBe(1)
    expect(server.output.stdout).toBe('')
    expect(server.output.stderr).toMatch(sentence)
    expect(server.output.stderr.trim().split('\n')).toHaveLength(1)
  }

  it('reports an invalid setting', () =>
    expectSentence({ PORT: 'eighty' }, /^PORT is "eighty", but takes a whole number from 0 to 65535\.\n$/))

  it('reports that it cannot write to the data folder', async () => {
    const file = join(await temporaryFolder(), 'a-file')
    await writeFile(file, '')
    for (const DATA_DIR of [join(file, 'data'), '/proc/elimu/data'])
      await expectSentence({ DATA_DIR }, /^DATA_DIR is ".+", but Elimu cannot write there: .+\.\n$/)
  })

  it('reports that PostgreSQL does not answer, without showing its password', async () => {
    const port = await freePort()
    const DATABASE_URL = `postgres://elimu:hunter2@127.0.0.1:${port}/elimu`
    await expectSentence(
      { DATA_DIR: await temporaryFolder(), DATABASE_URL },
      new RegExp(
        `^DATABASE_URL points to 127\\.0\\.0\\.1:${port}, but PostgreSQL does not answer there: ((?!hunter2).)+\\.\n$`,
      ),
    )
  })
})

it('refuses to start with the data folder of a demo', async () => {
  const DATA_DIR = await temporaryFolder()
  await writeFile(join(DATA_DIR, 'demo.lock'), '')
  const server = spawnServer({ DATA_DIR })
  expect(await server.ended).toBe(1)
  expect(server.output).toEqual({
    stdout: '',
    stderr: `DATA_DIR is "${DATA_DIR}", which contains demo data: start it with "npm run demo", or name another folder.\n`,
  })
  expect(await readdir(DATA_DIR)).toEqual(['demo.lock'])
})

it('lets no other user read its data and its copies, for any umask and folder mode', async () => {
  const DATA_DIR = await temporaryFolder()
  const BACKUP_TO = await temporaryFolder()
  const readable = async (folder: string) => {
    const paths = (await readdir(folder, { recursive: true })).map((name) => join(folder, name))
    const modes = await Promise.all(paths.map(async (path) => ({ path, mode: (await stat(path)).mode })))
    expect(modes.length).toBeGreaterThan(2)
    return modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ path }) => path)
  }
  const withUmask = <Result>(umask: number, work: () => Result): Result => {
    const before = process.umask(umask)
    try {
      return work()
    } finally {
      process.umask(before)
    }
  }
  for (const folder of [DATA_DIR, BACKUP_TO]) await chmod(folder, 0o755)

  const first = withUmask(0, () => spawnServer({ DATA_DIR }))
  await first.started()
  expect((await stat(DATA_DIR)).mode & 0o777).toBe(0o700)
  expect(await readable(DATA_DIR)).toEqual([])
  const shell = withUmask(0, () => spawnServer({ DATA_DIR, BACKUP_TO }, 'server/backup/cli/backupMain.ts'))
  expect(await shell.ended).toBe(0)
  expect(await readable(BACKUP_TO)).toEqual([])
  first.kill('SIGTERM')
  await first.ended

  await chmod(DATA_DIR, 0o755)
  for (const name of ['elimu.sqlite', 'secret']) await chmod(join(DATA_DIR, name), 0o644)
  const second = withUmask(0, () => spawnServer({ DATA_DIR }))
  await second.started()
  expect((await stat(DATA_DIR)).mode & 0o777).toBe(0o700)
  expect(await readable(DATA_DIR)).toEqual([])
})

it.for([
  ['a folder that does not exist', '/nowhere/at/all', 'The folder for copies does not exist.'],
  [
    'a bucket without a server',
    's3://K:S@b?endpoint=http://127.0.0.1:9',
    'The store did not answer (ECONNREFUSED).',
  ],
])('starts, and warns that copies cannot be written to %s', async ([, BACKUP_TO = '', reason]) => {
  const server = spawnServer({ DATA_DIR: await temporaryFolder(), BACKUP_TO })
  await server.started()
  const { output } = server
  await until('it warns', () => output.stdout.includes('BACKUP_TO'))
  expect(output.stdout).toContain(`No copy can be written to BACKUP_TO: ${reason}\n`)
})

describe('a checkout, wherever it is started from', () => {
  const env = { PORT: '0', HOST: '0.0.0.0' }

  it('has its .env and its data in it, and is warned of a doubtful setting', async () => {
    const checkout = await copyCheckout('CHARITY_NAME=Watoto\nSMTP_HOST=mail.example.org\n')
    for (const folder of ['data', 'records/of 2026']) {
      const server = spawnFrom(checkout, env)
      await server.started()
      expect(server.output.stdout).toMatch(
        /^\.env sets SMTP_HOST, .+\nAPP_URL is http:\/\/localhost:0, but HOST is 0\.0\.0\.0: .+\nWatoto runs at /,
      )
      expect((await stat(join(checkout, folder, 'elimu.sqlite'))).isFile()).toBe(true)
      server.kill('SIGTERM')
      await server.ended
      await appendFile(join(checkout, '.env'), 'DATA_DIR=records/of 2026\n')
    }
  })

  it('is ignored by a charity that has a settings file of its own', async () => {
    const checkout = await copyCheckout('CHARITY_NAME=Watoto\nSMTP_URL=smtp://mail.example.org\n')
    const folder = await temporaryFolder()
    const ENV_FILE = join(folder, 'env')
    await writeFile(ENV_FILE, `CHARITY_NAME="Elimu Bora"\nDATA_DIR="${folder}"\nSMTP_HOST=x\n`)
    const server = spawnFrom(checkout, { PORT: '0', ENV_FILE })
    await server.started()
    expect(server.output.stdout).toMatch(
      new RegExp(`^${ENV_FILE} sets SMTP_HOST, which Elimu does not know\\.\nElimu Bora runs at `),
    )

    const lost = spawnFrom(checkout, { PORT: '0', ENV_FILE: join(folder, 'lost') })
    expect(await lost.ended).toBe(1)
    expect(lost.output.stderr).toMatch(/^.+\/lost cannot be read: .+\n$/)
  })

  it('does not start with a misspelt setting in its .env', async () => {
    const checkout = await copyCheckout('DATABSE_URL=postgres://db/elimu\n')
    // A backup is refused too: it would copy another database than intended.
    const backup = spawnFrom(checkout, env, ['server/backup/cli/backupMain.ts'])
    const server = spawnFrom(checkout, env)
    for (const { ended, output } of [server, backup]) {
      expect(await ended).toBe(1)
      expect(output).toEqual({
        stdout: '',
        stderr: '.env sets DATABSE_URL, which Elimu does not know. Is DATABASE_URL meant?\n',
      })
    }
  })
})
