import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../server/testing/freePort.ts'
import { IMPORTED } from './importStudents.ts'
import { copyCheckout, type SpawnedServer, spawnFrom, spawnServer } from '../server/testing/spawnServer.ts'
import { temporaryFolder } from '../server/testing/files/temporaryFolder.ts'
import { until } from '../server/testing/until.ts'

const MAIN = 'demo/main.ts'
/** Long enough for a machine that is busy with other tests. */
const FILLING_MS = 180_000

const startDemo = (DATA_DIR: string, args: string[] = [], PORT = '0') =>
  spawnServer({ DATA_DIR, PORT, DEMO_STUDENTS: '24' }, MAIN, args)

const told = (demo: SpawnedServer, text: string) =>
  until(`the demo says "${text}"`, () => demo.output.stdout.includes(text), FILLING_MS)

async function expectRefusal(demo: SpawnedServer, sentence: string): Promise<void> {
  expect(await demo.ended).toBe(1)
  expect(demo.output).toEqual({ stdout: '', stderr: `${sentence}\n` })
}

test(
  'a demo is filled once and kept, and belongs to one process at a time',
  { timeout: 2 * FILLING_MS },
  async () => {
    const folder = join(await temporaryFolder(), 'demo')
    const records = join(folder, 'elimu.sqlite')
    const isTaken = `A demo runs in "${folder}" already: stop it, or name another folder in DATA_DIR and another PORT.`

    // If two demos start at the same time, one fills the folder.
    const both = [startDemo(folder), startDemo(folder)] as const
    const second = await Promise.race(both.map((demo) => demo.ended.then(() => demo)))
    const first = second === both[0] ? both[1] : both[0]
    await expectRefusal(second, isTaken)

    // The first one is killed while it fills the folder, so the next one begins again.
    await told(first, 'students')
    first.kill('SIGKILL')
    await first.ended
    expect(existsSync(records)).toBe(false)
    expect(readdirSync(join(folder, 'files'))).not.toEqual([])
    const PORT = String(await freePort())
    const again = startDemo(folder, [], PORT)
    await told(again, 'admin@demo.test')
    expect(again.output.stdout).toContain('Filling')
    expectPlausible(records)
    expectCalm(records)
    expectMoney(records)

    // While it runs, another one changes nothing.
    await expectRefusal(startDemo(folder, ['--fresh']), isTaken)
    const health = await fetch(`http://127.0.0.1:${PORT}/api/health`)
    expect(health.status).toBe(200)
    again.kill('SIGTERM')
    expect(await again.ended).toBe(0)

    const secret = readFileSync(join(folder, 'secret'), 'utf8')
    const kept = startDemo(folder)
    await told(kept, 'admin@demo.test')
    expect(kept.output.stdout).not.toContain('Filling')
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(secret)
    kept.kill('SIGTERM')
    expect(await kept.ended).toBe(0)

    // Nothing is removed if the demo could not run.
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(Number(PORT), '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    await expectRefusal(
      startDemo(folder, ['--fresh'], PORT),
      `PORT is ${PORT}, but another program is already listening there.`,
    )
    expect(existsSync(records)).toBe(true)

    const fresh = startDemo(folder, ['--fresh'])
    await told(fresh, 'students')
    expect(existsSync(records)).toBe(false)
    expect(readFileSync(join(folder, 'secret'), 'utf8')).not.toBe(secret)
  },
)

/** Boys and girls are at schools that take them, and a subject has one name. */
function expectPlausible(records: string): void {
  const database = new DatabaseSync(records, { readOnly: true })
  const students = database
    .prepare('select gender, category, school from students join schools on schools.id = students.school_id')
    .all()
  const subjects = database.prepare('select subject_name from subjects order by subject_name').all()
  database.close()
  expect(students).toHaveLength(24)
  for (const { gender, category, school } of students) {
    expect([school, gender]).not.toEqual([expect.stringContaining('Boys'), 2])
    expect([school, gender]).not.toEqual([expect.stringContaining('Girls'), 1])
    expect(String(school).includes('Special')).toBe(category === 2)
  }
  const names = subjects.map(({ subject_name }) => String(subject_name))
  for (const name of names) expect(names.filter((other) => other.startsWith(name))).toEqual([name])
}

/** Something of every kind is missing or waits, for every role; and few marks of Term 3 are lower than those of Term 2. */
function expectCalm(records: string): void {
  const database = new DatabaseSync(records, { readOnly: true })
  const count = (from: string) => Number(database.prepare(`select count(*) as n from ${from}`).get()?.['n'])
  const latest =
    'year_id = (select max(year_id) from reports) and term_id = (select max(term_id) from reports r where r.year_id = (select max(year_id) from reports))'
  for (const table of ['reports', 'receipts']) {
    expect(count(`${table} where status = 0 and remark is null`), `${table} that wait`).toBeGreaterThan(0)
    expect(count(`${table} where remark is not null`), `returned ${table}`).toBeGreaterThan(0)
    const without = `students where status = 0 and id not in (select student_id from ${table} where ${latest})`
    expect(count(without), `students without ${table}`).toBeGreaterThan(IMPORTED)
  }
  expect(count('students where picture_id is null')).toBe(IMPORTED)
  expect(count("students where entry_exam = 'KCPE' and certificate_id is null")).toBe(2)
  const officers = 'students join users on users.id = liaison_id where picture_id is null and role_id'
  for (const role of [2, 3, 4]) expect(count(`${officers} = ${role}`), `role ${role}`).toBeGreaterThan(0)
  expect(count("letters where state = 'failed'")).toBe(1)
  for (const state of ['null', 'not null'])
    expect(count(`breaches where closed_at is ${state}`), `breaches closed: ${state}`).toBe(1)

  const marks = (term: string) =>
    `(select student_id, year_id, subject_id, marks.mark from marks join reports on reports.id = report_id
      join terms on terms.id = term_id where term_name = '${term}' and marks.grade not in ('X', 'Y'))`
  const both = `${marks('Term 3')} late join ${marks('Term 2')} early using (student_id, year_id, subject_id)`
  const share = count(`${both} where late.mark < early.mark`) / count(both)
  database.close()
  expect(share).toBeGreaterThan(0)
  expect(share).toBeLessThan(0.1)
}

/** Every state of money is there, and the next step of each role. */
function expectMoney(records: string): void {
  const database = new DatabaseSync(records, { readOnly: true })
  const count = (from: string) => Number(database.prepare(`select count(*) as n from ${from}`).get()?.['n'])
  const unplanned = 'students where status = 0 and school_id not in (select school_id from plans)'
  expect(count(`${unplanned} and id in (select student_id from reports)`)).toBe(0)
  for (const kind of ['bank', 'paybill'])
    expect(count(`school_accounts where replaced_at is null and kind = '${kind}'`), kind).toBeGreaterThan(0)
  expect(count('school_accounts where replaced_at is not null')).toBe(1)

  const paid = 'payment_lines where transfer_id is not null'
  expect(count(`${paid} and came_back_on is not null`)).toBe(1)
  expect(count(`${paid} and came_back_on is null and id not in (select line_id from receipt_lines)`)).toBe(2)
  const preparer = "payment_preparers join users on users.id = user_id where email = 'coordinator@demo.test'"
  expect(count(`payments where state = 'to_approve' and id in (select payment_id from ${preparer})`)).toBe(1)

  for (const promised of ['source is not null', 'ends < (select max(ends) from commitments)'])
    expect(count(`commitments where ${promised}`), promised).toBeGreaterThan(0)
  const received = `(select sum(amount) from received where commitment_id = commitments.id
    and term_id = (select max(term_id) from received))`
  expect(count(`commitments where pays_school = 0 and coalesce(${received}, 0) < amount`)).toBeGreaterThan(0)
  const waits = `students left join consent_states on student_id = id where status = 0 and supporter_id is null
    and id not in (select student_id from commitments) and id in (select student_id from reports)`
  for (const publication of ["publication > ''", "publication = ''", 'publication is null'])
    expect(count(`${waits} and ${publication}`), publication).toBe(1)
  database.close()
}

test.for([[[]], [['--fresh']]])('data that is no demo’s stays as it is: %j', async ([args]) => {
  const folder = await temporaryFolder()
  writeFileSync(join(folder, 'elimu.sqlite'), 'a real charity')
  await expectRefusal(
    startDemo(folder, args),
    `"${folder}" was not filled by this demo and stays as it is: remove it, or name another folder in DATA_DIR.`,
  )
  expect(readdirSync(folder)).toEqual(['elimu.sqlite'])
  expect(readFileSync(join(folder, 'elimu.sqlite'), 'utf8')).toBe('a real charity')
})

test('an argument that it does not know is refused', async () => {
  await expectRefusal(
    startDemo(await temporaryFolder(), ['--refresh']),
    'The demo takes "--fresh", to be filled afresh, but not "--refresh".',
  )
})

test('a doubtful setting in .env is refused before anything is removed', async () => {
  const checkout = await copyCheckout('DATABSE_URL=postgres://db/elimu\n')
  const DATA_DIR = await temporaryFolder()
  for (const name of ['demo.lock', 'a-film']) writeFileSync(join(DATA_DIR, name), '')
  await expectRefusal(
    spawnFrom(checkout, { DATA_DIR, PORT: '0' }, [MAIN, '--fresh']),
    '.env sets DATABSE_URL, which Elimu does not know. Is DATABASE_URL meant?',
  )
  expect(readdirSync(DATA_DIR)).toEqual(['a-film', 'demo.lock'])
})

test('the address of the real installation, and the place of its backups, in .env, are not the demo’s', async () => {
  const checkout = await copyCheckout(
    'HOST=192.0.2.1\nAPP_URL=nowhere\nTRUST_PROXY=nobody\nBACKUP_TO=ftp://nowhere\n',
  )
  const demo = spawnFrom(checkout, { PORT: '0' }, [MAIN])
  await told(demo, 'Filling')
  expect(demo.output.stderr).toBe('')
})
