import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../server/database/connect.ts'
import { openFileStore } from '../../server/files/openFileStore.ts'
import { launchElimu } from '../launch.ts'
import { residentMb } from '../memory.ts'
import { withRecords } from '../prepareRecords.ts'
import { bounded, type Measurement } from '../printTable.ts'
import { changingHeaders } from '../signedIn.ts'
import { longestWait, watchOthers } from '../watchOthers.ts'

/** The variable BACKUP_GB sets another number. */
const GIGABYTES = Number(process.env['BACKUP_GB'] ?? 1)
const FILE_BYTES = 1_000_000
const LOOK_EVERY_MS = 20

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
        ...(await measured('one file of everything', 'backupMain', [join(folder, 'one.elimu')], env)),
      ]
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

async function addFiles(dataDir: string): Promise<void> {
  const { db } = await connect({ dataDir, databaseUrl: undefined })
  const files = await openFileStore({ dataDir, storageUrl: undefined })
  // The records' own file, which is only a row.
  await files.put('none', Buffer.from('x'), '')
  const { created_at, created_by, student_id } = await db
    .selectFrom('files')
    .selectAll()
    .executeTakeFirstOrThrow()
  const about = { purpose: 'media', type: 'video/mp4', name: 'film.mp4', bytes: FILE_BYTES } as const
  for (let count = 0; count < GIGABYTES * 1000; count++) {
    const key = randomBytes(25).toString('hex')
    await files.put(key, randomBytes(FILE_BYTES), '')
    const row = { ...about, key, sha256: key.padEnd(64, '0'), created_at, created_by, student_id }
    await db.insertInto('files').values(row).execute()
  }
  await db.destroy()
}

async function besideOthers(name: string, env: Record<string, string>): Promise<Measurement[]> {
  const elimu = await launchElimu(env, ['--import', './bench/loopProbe.ts'])
  try {
    const others = watchOthers(elimu, await changingHeaders(elimu.url))
    elimu.process.send('begin')
    const figures = await measured(name, 'backupMain', [], env)
    return [
      ...figures,
      bounded(`others’ pages during ${name}`, await others.slowestHundredth(), 50, 'ms'),
      bounded(`longest event-loop delay during ${name}`, await longestWait(elimu), 20, 'ms'),
    ]
  } finally {
    await elimu.stop()
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
  const child = spawn(process.execPath, [`server/backup/${main}.ts`, ...args], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let most = 0
  const looking = setInterval(() => (most = Math.max(most, residentMb(child.pid ?? 0) || 0)), LOOK_EVERY_MS)
  const [code] = (await once(child, 'exit')) as [number]
  clearInterval(looking)
  if (code !== 0) throw new Error(`${main} ended with ${code}`)
  return [
    { name: `${name}: 1,080,000 marks and ${GIGABYTES} GB`, elimu: seconds(performance.now() - began) },
    bounded(`most memory of ${name}`, most, 400, 'MB'),
  ]
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
