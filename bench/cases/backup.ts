import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import S3rver from '@20minutes/s3rver'
import type { BackupOverview } from '#contract/backups.ts'
import { hashOf } from '../../server/base/hashing.ts'
import { BOUNDED } from '../../server/backup/makeBackupInChild.ts'
import { connect } from '../../server/database/connect.ts'
import { newKey } from '../../server/files/fileKey.ts'
import { openFileStore } from '../../server/files/openFileStore.ts'
import { addHashes } from '../../server/files/storeUpload.ts'
import { freePort } from '../../server/testing/freePort.ts'
import { startPostgres } from '../../server/testing/database/startPostgres.ts'
import { type Settings, timed, watchOthers, withElimu, withMemory } from '../elimu.ts'
import { bounded, type Measurement, waiting } from '../figures.ts'

/** The variable BACKUP_GB sets another number. */
const GIGABYTES = Number(process.env['BACKUP_GB'] ?? 1)
const FILE_BYTES = 1_000_000
const ASK_EVERY_MS = 1000
/** How long the delay is watched before a backup. */
const QUIET_MS = 10_000

/** Copies and restores 1,080,000 marks and the files; measures how long others wait, and the memory. */
export async function backup(settings: Settings): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'elimu-bench-'))
  try {
    const [DATA_DIR, BACKUP_TO] = [join(folder, 'data'), join(folder, 'backups')]
    cpSync(settings['DATA_DIR'] ?? '', DATA_DIR, { recursive: true })
    mkdirSync(BACKUP_TO)
    await addFiles(DATA_DIR)
    const env = { DATA_DIR, BACKUP_TO }
    const restore = (name: string, into: Settings) =>
      inShell(name, 'restoreMain', ['latest'], { ...env, ...into })
    return [
      ...(await backUpOnPage('a first backup', env)),
      ...(await backUpOnPage('the next backup', env)),
      ...(await restore('restoring it', { DATA_DIR: join(folder, 'restored') })),
      ...(await onServers((target) =>
        restore('restoring it into PostgreSQL and S3', { ...target, DATA_DIR: join(folder, 'moved') }),
      )),
      ...(await inShell('one file of everything', 'backupMain', [join(folder, 'one.elimu')], env)),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** An empty database of PostgreSQL and an empty bucket, as the tests use them. */
async function onServers<Result>(work: (settings: Settings) => Promise<Result>): Promise<Result> {
  const postgres = await startPostgres()
  const directory = mkdtempSync(join(tmpdir(), 'elimu-bench-'))
  const port = await freePort()
  // This server checks the signatures of list requests wrongly.
  const options = { silent: true, allowMismatchedSignatures: true, configureBuckets: [{ name: 'elimu' }] }
  const store = new S3rver({ address: '127.0.0.1', port, directory, ...options })
  await store.run()
  try {
    return await work({
      DATABASE_URL: postgres.url,
      STORAGE_URL: `s3://S3RVER:S3RVER@elimu?endpoint=http://127.0.0.1:${port}`,
    })
  } finally {
    await store.close()
    await postgres.stop()
    rmSync(directory, { recursive: true })
  }
}

async function addFiles(dataDir: string): Promise<void> {
  const { db } = await connect({ dataDir, databaseUrl: undefined })
  const files = await openFileStore({ dataDir, storageUrl: undefined })
  // The records share the file with this key, which so far has a row but no bytes.
  await files.put('0'.repeat(50), Buffer.from('x'), '')
  const { id: _id, ...first } = await db.selectFrom('files').selectAll().executeTakeFirstOrThrow()
  const about = {
    ...first,
    purpose: 'media',
    type: 'video/mp4',
    name: 'film.mp4',
    bytes: FILE_BYTES,
  } as const
  for (let count = 0; count < GIGABYTES * 1000; count++) {
    const key = newKey()
    const bytes = randomBytes(FILE_BYTES)
    await files.put(key, bytes, '')
    const sha256 = hashOf(bytes)
    const { id } = await db
      .insertInto('files')
      .values({ ...about, key, sha256 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addHashes(db, id, [{ key, sha256, bytes: FILE_BYTES }], first.created_at)
  }
  await db.destroy()
}

/** A backup that an administrator starts on the page: the server starts a process for it. */
const backUpOnPage = (name: string, settings: Settings): Promise<Measurement[]> =>
  withElimu(
    settings,
    async (elimu) => {
      // The delay without a backup, which a busy machine causes too.
      const before = watchOthers(elimu)
      elimu.watchDelay()
      await pause(QUIET_MS)
      const quiet = await elimu.longestDelay()
      await before.end()

      const others = watchOthers(elimu)
      elimu.watchDelay()
      const { result, most } = await withMemory(
        () => childOf(elimu.pid),
        () =>
          timed(async () => {
            await elimu.post('/api/backups', {})
            await endOfBackup()
          }),
      )
      return [
        ...figuresOf(name, result, most),
        waiting(`others’ pages during ${name}`, await others.end(), 50),
        { name: `longest event-loop delay before ${name}`, elimu: `${Math.round(quiet)} ms` },
        bounded(`longest event-loop delay during ${name}`, await elimu.longestDelay(), 20, 'ms'),
      ]

      /** Polls as often as the page does. */
      async function endOfBackup(): Promise<void> {
        for (;;) {
          await pause(ASK_EVERY_MS)
          const { data } = (await (await elimu.get('/api/backups')).json()) as { data: BackupOverview }
          const state = data.latest[0]?.state
          if (!data.running && state !== 'good') throw new Error(`the backup is ${state}`)
          if (!data.running) return
        }
      }
    },
    { isProbed: true },
  )

/** Runs a command of `npm run backup` or `npm run restore`. */
async function inShell(name: string, main: string, args: string[], env: Settings): Promise<Measurement[]> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [BOUNDED, `server/backup/cli/${main}.ts`, ...args], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const { result, most } = await withMemory(
    () => child.pid,
    () =>
      timed(async () => {
        const [code] = (await once(child, 'exit')) as [number]
        if (code !== 0) throw new Error(`${main} ended with ${code}`)
      }),
  )
  return figuresOf(name, result, most)
}

const figuresOf = (name: string, took: number, memory: number): Measurement[] => [
  { name: `${name}: 1,080,000 marks and ${GIGABYTES} GB`, elimu: `${(took / 1000).toFixed(1)} s` },
  bounded(`most memory of ${name}`, memory, 400, 'MB'),
]

/** The process that a server has started. */
function childOf(parent: number): number | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(parent)], { encoding: 'utf8' })
  return Number(stdout.trim().split('\n')[0]) || undefined
}
