import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { connect } from '../../server/database/connect.ts'
import { launchElimu, type Running } from '../launch.ts'
import { onPostgres } from '../onPostgres.ts'
import type { BenchData } from '../prepareData.ts'
import { fillStudents, SMALL } from '../prepareStudents.ts'
import { bounded, type Measurement } from '../printTable.ts'
import { changingHeaders } from '../signedIn.ts'
import { ask, share, watchOthers } from '../watchOthers.ts'

type Where = Parameters<typeof fillStudents>[0]
type Headers = Record<string, string>

const ROWS = 5_000
/** Enough for a thousand requests of others. */
const ROUNDS = 5
/** Between the rounds, other users' requests are measured without an import. */
const QUIET_MS = 2_000

/** Imports 5,000 students into a register of 10,000, and measures the delay for other users. */
export async function imports(): Promise<Measurement[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'elimu-bench-'))
  try {
    await fill({ dataDir, databaseUrl: undefined })
    const { took, others, similar, duplicates } = await measure({ DATA_DIR: dataDir })
    return [
      bounded('checking 5,000 rows', took.check, 2000, 'ms'),
      bounded('importing 5,000 rows', took.save, 5000, 'ms'),
      bounded('undoing them', took.undo, 5000, 'ms'),
      waiting('others’ pages without an import', others.quiet),
      waiting('others’ pages during a check', others.check, 50),
      waiting('others’ pages during an import', others.save, 50),
      waiting('others’ pages during an undo', others.undo, 50),
      { name: 'who may be the same child, of 10,000', elimu: `${Math.round(similar)} ms` },
      { name: 'possible duplicates of 10,000, after a change', elimu: `${Math.round(duplicates)} ms` },
    ]
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

export const importsOnPostgres = ({ dataDir }: BenchData): Promise<Measurement[]> =>
  onPostgres(dataDir, fill, async (records) => {
    const { took, others } = await measure(records)
    return [
      bounded('checking 5,000 rows on PostgreSQL', took.check, 10_000, 'ms'),
      bounded('importing 5,000 rows on PostgreSQL', took.save, 10_000, 'ms'),
      bounded('undoing them on PostgreSQL', took.undo, 10_000, 'ms'),
      waiting('others’ pages without an import on PostgreSQL', others.quiet),
      waiting('others’ pages during a check on PostgreSQL', others.check),
      waiting('others’ pages during an import on PostgreSQL', others.save),
      waiting('others’ pages during an undo on PostgreSQL', others.undo),
    ]
  })

/** How long others waited: all but the slowest hundredth of their requests. */
function waiting(name: string, times: number[], most?: number): Measurement {
  const slowest = share(times, 0.99)
  const latency = `${Math.round(share(times, 0.5))} / ${Math.round(slowest)} ms`
  if (most === undefined) return { name, elimu: `${Math.round(slowest)} ms`, latency }
  return { ...bounded(name, slowest, most, 'ms'), latency }
}

async function fill(where: Where): Promise<void> {
  await fillStudents(where, SMALL)
  const { db, engine } = await connect(where)
  // Some two thousand days of birth, as children of a few years have.
  const two = (part: RawBuilder<unknown>) =>
    engine === 'postgres' ? sql`lpad((${part})::text, 2, '0')` : sql`printf('%02d', ${part})`
  const [day, month] = [two(sql`(id % 28) + 1`), two(sql`((id / 28) % 12) + 1`)]
  await sql`update students set dob = (2006 + (id / 336) % 7) || '-' || ${month} || '-' || ${day}`.execute(db)
  await sql`analyze`.execute(db)
  await db.destroy()
}

async function measure(env: Record<string, string>) {
  const elimu = await launchElimu(env)
  try {
    const headers = await changingHeaders(elimu.url)
    const names = (await (await fetch(`${elimu.url}/api/schools`, { headers })).json()) as {
      data: { school: string }[]
    }
    const liaisons = (await (await fetch(`${elimu.url}/api/getliaison`, { headers })).json()) as {
      data: { name: string }[]
    }
    const rows = inventRows(
      names.data.map(({ school }) => school),
      liaisons.data.map(({ name }) => name),
    )
    const bodies = [{ check: true }, { file: 'register.xlsx' }].map((more) =>
      JSON.stringify({ kind: 'students', rows, ...more }),
    )
    const few = JSON.stringify({ kind: 'students', rows: rows.slice(0, 100), check: true })
    // The first call loads code, so it is not measured.
    await post(elimu, headers, 'imports', few)
    // The slowest of each, and all requests of others.
    const took = { quiet: 0, check: 0, save: 0, undo: 0 }
    const others: Record<keyof typeof took, number[]> = { quiet: [], check: [], save: [], undo: [] }
    const beside = async (what: keyof typeof took, work: () => Promise<void>): Promise<void> => {
      const watching = watchOthers(elimu, headers)
      took[what] = Math.max(took[what], await timed(work))
      others[what].push(...(await watching.end()))
    }
    for (let round = 1; round <= ROUNDS; round++) {
      // As the page sends them, so that a repeat adds nothing.
      const once = (name: string) => ({ ...headers, 'idempotency-key': `${name}-${round}` })
      await beside('quiet', () => pause(QUIET_MS))
      await beside('check', () => post(elimu, headers, 'imports', bodies[0]))
      await beside('save', () => post(elimu, once('import'), 'imports', bodies[1]))
      await beside('undo', () => post(elimu, once('undo'), `imports/${round}/undo`))
    }
    const similar = await timed(() =>
      ask(elimu, '/api/students/similar?name=Grace+Njeri&dob=2009-03-12', headers),
    )
    const duplicates = await timed(() => ask(elimu, '/api/students/duplicates?page=1&size=25', headers))
    return { took, others, similar, duplicates }
  } finally {
    await elimu.stop()
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function post(
  { url }: Pick<Running, 'url'>,
  headers: Headers,
  path: string,
  body = '{}',
): Promise<void> {
  const answer = await fetch(`${url}/api/${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status} ${text}`)
}

/** Most are new; some update a student by ref, some are invalid, and some may be registered already. */
function inventRows(schools: string[], liaisons: string[]) {
  return Array.from({ length: ROWS }, (_, index) => {
    return {
      ...(index % 50 === 1 && { ref: `EL-${String(index + 1).padStart(4, '0')}` }),
      name: [7, 11, 13].map((step) => inventWord(index * step)).join(' '),
      dob: new Date(Date.UTC(2006, 0, 1 + (index % 2500))).toISOString().slice(0, 10),
      dor: '2024-01-12',
      kcpe: index % 50 === 2 ? 700 : 200 + (index % 300),
      ambition: 'Civil engineer',
      siblings: index % 8,
      languages: 'Dholuo, Kiswahili, English',
      gender: index % 2 === 0 ? 'Female' : 'Male',
      category: 'High School',
      school: schools[index % schools.length],
      liaison: liaisons[index % liaisons.length],
      background: 'Lives with an aunt who sells vegetables at the market. '.repeat(6),
      mother: 'Rose Akinyi',
      father: 'Peter Odhiambo',
      guardian: 'Jane Awuor, aunt',
    }
  })
}

const syllables = [
  'wa',
  'nji',
  'ru',
  'o',
  'tie',
  'no',
  'che',
  'be',
  'ki',
  'mu',
  'tu',
  'a',
  'li',
  'sa',
  'ja',
  'ba',
]

/** A word of three to five syllables, which few numbers share. */
function inventWord(number: number): string {
  let left = (number * 2_654_435_761) % 4_294_967_291
  const word = Array.from({ length: 3 + (number % 3) }, () => {
    const syllable = syllables[left % syllables.length]
    left = Math.floor(left / syllables.length)
    return syllable
  })
  return word.join('')
}
