import { randomBytes } from 'node:crypto'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BackupOverview } from '#contract/backups.ts'
import S3rver from '@20minutes/s3rver'
import { BOUNDED } from '../../server/backup/makeBackupInChild.ts'
import { connect } from '../../server/database/connect.ts'
import { newKey } from '../../server/files/fileKey.ts'
import { openFileStore } from '../../server/files/openFileStore.ts'
import { freePort } from '../../server/testing/freePort.ts'
import { startPostgres } from '../../server/testing/startPostgres.ts'
import { launchElimu, type Running } from '../launch.ts'
import { residentMb } from '../memory.ts'
import { withRecords } from '../prepareRecords.ts'
import { bounded, type Measurement } from '../printTable.ts'
import { changingHeaders } from '../signedIn.ts'
import { longestWait, watchOthers } from '../watchOthers.ts'

/** The variable BACKUP_GB sets another number. */
const GIGABYTES = Number(process.env['BACKUP_GB'] ?? 1)
const FILE_BYTES = 1_000_000
const LOOK_EVERY_MS = 20
const ASK_EVERY_MS = 1000
/** How long the delay is watched before a backup. */
const QUIET_MS = 10_000

/** Copies and restores 1,080,000 marks and the files; measures how long others wait, and the memory. */
export const backup = (): Promise<Measurement[]> =>
  withRecords(async (data) => {
    const folder = mkdtempSync(join(tmpdir(), 'elimu-bench-'))
    try {
      const dataDir = join(folder, 'data')
      cpSync(data.dataDir, dataDir, { recursive: true })
      await addFiles(dataDir)
      const place = join(folder, 'place')
      mkdirSync(place)
      const env = { DATA_DIR: dataDir, BACKUP_TO: place }
      return [
        ...(await besideOthers('a first backup', env)),
        ...(await besideOthers('the next backup', env)),
        ...(await measured('restoring it', 'restoreMain', ['latest'], {
          ...env,
          DATA_DIR: join(folder, 'restored'),
        })),
        ...(await onServers((target) =>
          measured('restoring it into PostgreSQL and S3', 'restoreMain', ['latest'], {
            ...env,
            ...target,
            DATA_DIR: join(folder, 'moved'),
          }),
        )),
        ...(await measured('one file of everything', 'backupMain', [join(folder, 'one.elimu')], env)),
      ]
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

/** An empty database of PostgreSQL and an empty bucket, as the tests use them. */
async function onServers<Result>(
  work: (settings: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  const postgres = await startPostgres()
  const directory = mkdtempSync(join(tmpdir(), 'elimu-bench-'))
  const port = await freePort()
  const store = new S3rver({
    address: '127.0.0.1',
    port,
    directory,
    silent: true,
    // It calculates the signature of a list's request wrongly.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'elimu' }],
  })
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
  // The records' own file, which is only a row.
  await files.put('0'.repeat(50), Buffer.from('x'), '')
  const { created_at, created_by, student_id } = await db
    .selectFrom('files')
    .selectAll()
    .executeTakeFirstOrThrow()
  const about = { purpose: 'media', type: 'video/mp4', name: 'film.mp4', bytes: FILE_BYTES } as const
  for (let count = 0; count < GIGABYTES * 1000; count++) {
    const key = newKey()
    await files.put(key, randomBytes(FILE_BYTES), '')
    const row = { ...about, key, sha256: key.padEnd(64, '0'), created_at, created_by, student_id }
    await db.insertInto('files').values(row).execute()
  }
  await db.destroy()
}

/** As an administrator begins it on the page, whose server also starts its process. */
async function besideOthers(name: string, env: Record<string, string>): Promise<Measurement[]> {
  const elimu = await launchElimu(env, ['--import', './bench/loopProbe.ts'])
  try {
    const headers = await changingHeaders(elimu.url)
    // A busy machine delays everybody, also while there is no backup.
    const before = watchOthers(elimu, headers)
    elimu.process.send('begin')
    await pause(QUIET_MS)
    const quiet = await longestWait(elimu)
    await before.slowestHundredth()

    const others = watchOthers(elimu, headers)
    elimu.process.send('begin')
    const began = performance.now()
    const { status } = await fetch(`${elimu.url}/api/backups`, { method: 'POST', headers })
    if (status !== 200) throw new Error(`a backup was answered ${status}`)
    const watching = watchMemory(() => childOf(elimu.pid))
    const ended = await endOfBackup(elimu, headers)
    const took = performance.now() - began
    if (ended !== 'good') throw new Error(`the backup is ${ended}`)
    return [
      ...figuresOf(name, took, watching.most()),
      bounded(`others’ pages during ${name}`, await others.slowestHundredth(), 50, 'ms'),
      { name: `longest event-loop delay before ${name}`, elimu: `${Math.round(quiet)} ms` },
      bounded(`longest event-loop delay during ${name}`, await longestWait(elimu), 20, 'ms'),
    ]
  } finally {
    await elimu.stop()
  }
}

/** How the backup that runs ends, asked as seldom as the page asks. */
async function endOfBackup(elimu: Running, headers: Record<string, string>): Promise<string | undefined> {
  for (;;) {
    await pause(ASK_EVERY_MS)
    const { data } = (await (await fetch(`${elimu.url}/api/backups`, { headers })).json()) as {
      data: BackupOverview
    }
    if (!data.running) return data.latest[0]?.state
  }
}

async function measured(
  name: string,
  main: string,
  args: string[],
  env: Record<string, string>,
): Promise<Measurement[]> {
  const { PATH, HOME } = process.env
  const began = performance.now()
  const child = spawn(process.execPath, [BOUNDED, `server/backup/cli/${main}.ts`, ...args], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const watching = watchMemory(() => child.pid)
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`${main} ended with ${code}`)
  return figuresOf(name, performance.now() - began, watching.most())
}

const figuresOf = (name: string, took: number, memory: number): Measurement[] => [
  { name: `${name}: 1,080,000 marks and ${GIGABYTES} GB`, elimu: seconds(took) },
  bounded(`most memory of ${name}`, memory, 400, 'MB'),
]

/** Looks at the memory of a process, as soon as there is one, until its most is asked for. */
function watchMemory(find: () => number | undefined) {
  let pid: number | undefined
  let most = 0
  const looking = setInterval(() => {
    pid ??= find()
    if (pid && existsSync(`/proc/${pid}`)) most = Math.max(most, residentMb(pid) || 0)
  }, LOOK_EVERY_MS)
  return {
    most(): number {
      clearInterval(looking)
      return most
    },
  }
}

/** The process that a server has started. */
function childOf(parent: number): number | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(parent)], { encoding: 'utf8' })
  return Number(stdout.trim().split('\n')[0]) || undefined
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
