import { copyFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { StartError } from '../base/StartError.ts'
import { spawnServer } from '../testing/spawnServer.ts'
import { addSchool } from '../testing/data/schools.ts'
import { addStudents } from '../testing/data/students.ts'
import { engineOfRun, openSharedDatabase, type TestDatabase } from '../testing/database/testDatabase.ts'
import { addCast, addUser } from '../testing/data/users.ts'
import { connect, type Database, databaseFile } from './connect.ts'
import { expectUpToDate, migrate } from './migrate.ts'

const open = ({ DATA_DIR, DATABASE_URL }: TestDatabase) =>
  connect({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL })

/** Every table and index with its columns, as the engine itself describes them. */
async function shapeOf({ db }: Database): Promise<unknown[]> {
  const { rows } =
    engineOfRun === 'sqlite'
      ? await sql`select type, name, sql from sqlite_master order by type, name`.execute(db)
      : await sql`
          select table_name, column_name, data_type, collation_name, is_nullable
          from information_schema.columns where table_schema = 'public'
          union all
          select indexname, indexdef, '', '', '' from pg_indexes where schemaname = 'public'
          order by 1, 2`.execute(db)
  return rows
}

const done = ({ db }: Database) =>
  sql<{ name: string }>`select name from migrations order by name`.execute(db).then(({ rows }) => rows)

async function using(database: TestDatabase, work: (opened: Database) => Promise<void>): Promise<void> {
  const opened = await open(database)
  try {
    await work(opened)
  } finally {
    await opened.db.destroy()
  }
}

/** Leaves a database as the version before a migration did. */
async function migrateBefore({ db, engine }: Database, name: string): Promise<void> {
  await sql`create table "migrations" ("name" text primary key, "at" text not null)`.execute(db)
  for (const { name: earlier } of ALL.filter((known) => known.name < name)) {
    const { up } = (await import(`./migrations/${earlier}.ts`)) as {
      up: (trx: unknown, engine: string, now: Date) => Promise<void>
    }
    await db.transaction().execute((trx) => up(trx, engine, new Date()))
    await sql`insert into migrations (name, at) values (${earlier}, '')`.execute(db)
  }
}

/** A student with only the columns that the first students had. */
const addOldStudent = (db: Database['db']) =>
  sql`
    insert into students (
      number, ref, name, category, status, gender, liaison_id, school_id, dob, dor, kcpe, siblings, ambition,
      languages, mother, father, guardian, background, version, search, search_all, liaison_order, supporter_order,
      created_at, created_by, updated_at, updated_by
    ) values (
      1, 'EL-0001', 'Faith Atieno', 1, 0, 2, 4, 1, '2009-03-12', '2023-01-16', 371, 3, '',
      '', '', '', '', '', 1, 'faith atieno', 'faith atieno', '', '', '', 1, '', 1
    )`.execute(db)

const ALL = [
  '0001-users-and-letters',
  '0002-students-and-schools',
  '0003-reports-and-receipts',
  '0004-drafts-and-waiting-records',
  '0005-gallery',
  '0006-notices',
  '0007-one-apostrophe',
  '0008-letters',
  '0009-backups',
  '0010-curricula',
  '0011-imports',
  '0012-import-meanings',
  '0013-result-slips',
  '0014-duplicate-answers',
  '0015-settings',
  '0016-second-step',
  '0017-grade-scales',
  '0018-consents',
  '0019-records-without-paper',
  '0020-rights',
  '0021-student-facts',
  '0022-consent-ends',
  '0023-list-departures',
  '0024-supporters-to-complete',
  '0025-receipt-numbers',
  '0026-record-states',
  '0027-file-readings',
  '0028-tests-of-copies',
  '0029-rows-about-students',
].map((name) => ({ name }))

describe('migrations', () => {
  it('update an empty database, and change nothing the next time', async () => {
    await using(await openSharedDatabase({ isEmpty: true }), async (database) => {
      await migrate(database, new Date('2031-06-01T09:00:00.000Z'))
      const shape = await shapeOf(database)
      expect(await done(database)).toEqual(ALL)
      const yearsOf = () => database.db.selectFrom('years').select('year_name').execute()
      expect(await yearsOf()).toEqual([{ year_name: '2031' }])
      expect(await database.db.selectFrom('roles').select('id').orderBy('id').execute()).toHaveLength(5)

      await migrate(database, new Date('2032-06-01T09:00:00.000Z'))
      expect(await yearsOf()).toEqual([{ year_name: '2031' }])
      expect(await shapeOf(database)).toEqual(shape)
      expect(await done(database)).toEqual(ALL)
    })
  })

  it('never reuse an id, also after a deletion', async () => {
    await using(await openSharedDatabase(), async (database) => {
      await migrate(database, new Date())
      const { db } = database
      const row = { entity: 'user', entity_id: 1, action: 'added', changes: '{}', at: '' }
      const add = async () =>
        (await db.insertInto('history').values(row).returning('id').executeTakeFirstOrThrow()).id
      const first = await add()
      await db.deleteFrom('history').execute()
      expect(await add()).toBeGreaterThan(first)
    })
  })

  it('fold the typographic apostrophes of older texts, unless two names would become one', async () => {
    await using(await openSharedDatabase(), async ({ db, ...database }) => {
      await migrate({ db, ...database }, new Date())
      await db.deleteFrom('subjects').execute()
      const folded = ['ng’ombe', 'ng‘ara’s', 'st ann’s', "st ann's"]
      const rows = folded.map((name) => ({ subject_name: name, folded: name }))
      await db.insertInto('subjects').values(rows).execute()
      await sql`delete from migrations where name = '0007-one-apostrophe'`.execute(db)

      await migrate({ db, ...database }, new Date())
      const found = await db.selectFrom('subjects').select('folded').orderBy('id').execute()
      expect(found.map((row) => row.folded)).toEqual(["ng'ombe", "ng'ara's", 'st ann’s', "st ann's"])
    })
  })

  it('set the curriculum and the exam of the records of an older database', async () => {
    await using(await openSharedDatabase({ isEmpty: true }), async (fresh) => {
      await migrate(fresh, new Date())
      const shape = await shapeOf(fresh)
      await using(await openSharedDatabase({ isEmpty: true }), async (database) => {
        const { db } = database
        await migrateBefore(database, '0010-curricula')
        await addCast(db)
        const student_id = 1
        await addSchool(db)
        await addOldStudent(db)
        const row = { year_id: 1, class_id: 5, school_id: 1, file_id: 1, liaison_comment: '', status: 1 }
        const stamp = { version: 1, created_at: '', created_by: 1, updated_at: '', entered_by: 1 }
        const texts = { teacher_comment: '', action_plan: '', psychosocial: '' }
        await sql`insert into classes (class_name, folded) values ('Grade 9', 'grade 9')`.execute(db)
        const file = { purpose: 'report', type: '', name: '', bytes: 1, sha256: '', key: 'a' } as const
        await db
          .insertInto('files')
          .values({ ...file, student_id, created_at: '', created_by: 1 })
          .execute()
        for (const term_id of [1, 2, 3]) {
          await db
            .insertInto('reports')
            .values({ ...row, ...stamp, ...texts, student_id, term_id, grade: 'B', mark: 600 + term_id })
            .execute()
          const marks = [1, 2].map((subject_id) => ({ report_id: term_id, place: subject_id, subject_id }))
          await db
            .insertInto('marks')
            .values(marks.map((mark) => Object.assign(mark, { grade: 'B', mark: 10 * term_id })))
            .execute()
        }
        const kept = async () => ({
          marks: await db.selectFrom('marks').selectAll().orderBy('id').execute(),
          reports: (
            await sql<{ class_name: string }>`
              select reports.*, class_name from reports join classes on classes.id = class_id order by reports.id
            `.execute(db)
          ).rows,
          subjects: await db.selectFrom('subjects').selectAll().orderBy('id').execute(),
        })
        const before = await kept()

        await migrate(database, new Date())
        const eight = { curriculum: '8-4-4', overall_level: null }
        expect(await kept()).toEqual({
          ...before,
          reports: before.reports.map((report) => Object.assign(report, eight)),
        })
        const classes = await db.selectFrom('classes').select(['class_name', 'curriculum']).execute()
        expect(classes).toHaveLength(5)
        for (const { curriculum } of classes) expect(curriculum).toBe('8-4-4')
        expect(await db.selectFrom('students').selectAll().executeTakeFirst()).toMatchObject({
          entry_exam: 'KCPE',
          assessment_no: null,
          pathway: null,
          guardian_phone: null,
          search_numbers: '',
        })
        // From now on a report may come without a mean, and a row without a mark.
        await db.updateTable('marks').set({ mark: null }).execute()
        await db.updateTable('reports').set({ mark: null, grade: null }).execute()
        // And a fact of a student may be unknown.
        await sql`update students set dob = null, gender = null, background = null`.execute(db)
        const inOrder = (rows: unknown[]) => rows.map((each) => JSON.stringify(each)).toSorted()
        expect(inOrder(await shapeOf(database))).toEqual(inOrder(shape))
      })
    })
  })

  it('set which paper of an exam a file is', async () => {
    await using(await openSharedDatabase({ isEmpty: true }), async (database) => {
      const { db } = database
      await migrate(database, new Date())
      await addCast(db)
      const ids = await addStudents(db, [{ entry_exam: 'KCPE' }, { entry_exam: 'KJSEA', kcpe: null }])
      for (const student_id of ids) {
        const about = { student_id, type: '', name: '', bytes: 1, sha256: '', created_at: '', created_by: 1 }
        for (const purpose of ['certificate', 'picture'] as const)
          await db
            .insertInto('files')
            .values({ ...about, purpose, key: `${purpose} ${student_id}` })
            .execute()
        const certificate_id = db
          .selectFrom('files')
          .select('id')
          .where('key', '=', `certificate ${student_id}`)
        await db.updateTable('students').set({ certificate_id }).where('id', '=', student_id).execute()
      }
      await sql`delete from migrations where name = '0013-result-slips'`.execute(db)

      await migrate(database, new Date())
      const files = await db.selectFrom('files').select('purpose').orderBy('id').execute()
      expect(files.map(({ purpose }) => purpose)).toEqual([
        'certificate',
        'picture',
        'result slip',
        'picture',
      ])
    })
  })

  it('give every stored file a row for its hash, which is known of papers', async () => {
    await using(await openSharedDatabase({ isEmpty: true }), async (database) => {
      const { db } = database
      await migrateBefore(database, '0027-file-readings')
      await addCast(db)
      const [student_id = 0] = await addStudents(db, [{}])
      const about = { student_id, name: '', bytes: 5, created_at: '', created_by: 1 }
      const paper = { ...about, purpose: 'report', type: 'application/pdf', sha256: 'upload' } as const
      const picture = { ...about, purpose: 'picture', type: 'image/webp', sha256: 'upload' } as const
      await db
        .insertInto('files')
        .values([
          { ...paper, key: 'paper' },
          { ...paper, key: 'sent' },
          { ...picture, key: 'picture', thumb_key: 'thumb' },
          { ...picture, key: 'one', thumb_key: 'one' },
        ])
        .execute()
      await sql`insert into stored_hashes (key, sha256, bytes) values ('sent', 'known', 7), ('gone', 'x', 1)`.execute(
        db,
      )
      await migrate(database, new Date())
      const rows = await db.selectFrom('stored_hashes').selectAll().orderBy('key').execute()
      expect(rows.map(({ key, file_id, sha256, bytes }) => [key, file_id, sha256, bytes])).toEqual([
        ['one', 4, null, null],
        ['paper', 1, 'upload', 5],
        ['picture', 3, null, null],
        ['sent', 2, 'known', 7],
        ['thumb', 3, null, null],
      ])
      expect(rows[0]).toMatchObject({ read_at: '', damage: null, accepted_at: null })
      // The hash goes with its file.
      await db.deleteFrom('files').where('key', '=', 'picture').execute()
      expect(await db.selectFrom('stored_hashes').select('key').execute()).toHaveLength(3)
    })
  })

  it('no longer store the end of a consent that is the day before the 18th birthday', async () => {
    await using(await openSharedDatabase({ isEmpty: true }), async (database) => {
      const { db } = database
      await migrate(database, new Date())
      await addCast(db)
      const [student_id = 0] = await addStudents(db, [{ dob: '2012-02-29' }])
      const consent = {
        student_id,
        name: '',
        how: 'signed',
        given_on: '',
        answers: '{}',
        recorded_at: '',
      } as const
      const ends = [
        ['mother', '2030-02-28'],
        ['mother', '2029-12-31'],
        ['student', null],
      ] as const
      await db
        .insertInto('consents')
        .values(ends.map(([given_by, until]) => Object.assign({ given_by, until, recorded_by: 1 }, consent)))
        .execute()
      await sql`delete from migrations where name = '0022-consent-ends'`.execute(db)

      await migrate(database, new Date())
      const consents = await db.selectFrom('consents').select('until').orderBy('id').execute()
      expect(consents.map(({ until }) => until)).toEqual([null, '2029-12-31', null])
    })
  })

  it.for([
    ['on', ['turned on', 'turned off', 'turned on', 'wrote letters'], { since: '3', letters_at: '4' }],
    ['off', ['turned on', 'wrote letters', 'turned off'], {}],
    ['on without letters', ['turned on'], { since: '1', letters_at: '' }],
  ] as const)(
    'move the settings of nightly backups, %s, out of the history',
    async ([, actions, nightly]) => {
      await using(await openSharedDatabase({ isEmpty: true }), async (database) => {
        const { db } = database
        await migrateBefore(database, '0015-settings')
        const started = { entity: 'backup', entity_id: 1, action: 'started', changes: '{}', at: '9' }
        const elimu = ['first', 'second'].map((id) => ({
          action: 'was named',
          changes: `{"elimu":[null,"${id}"]}`,
        }))
        const events = [...elimu, ...actions.map((action) => ({ action, changes: '{}' }))]
        await db
          .insertInto('history')
          .values([
            started,
            ...events.map((event, index) =>
              Object.assign(event, { entity: 'backup', entity_id: 0, at: `${index - 1}` }),
            ),
          ])
          .execute()
        const reasons = ['Old copies are not all removed: x', 'Made by the Elimu before this one']
        for (const reason of reasons)
          await sql`
          insert into backups (state, started_at, beat_at, step, files_done, files_total, reason)
          values ('good', '', '', 'records', 0, 0, ${reason})`.execute(db)

        await migrate(database, new Date())
        const settings = await db.selectFrom('settings').selectAll().execute()
        expect(
          Object.fromEntries(settings.map(({ name, value }) => [name.replace('backups_', ''), value])),
        ).toEqual({
          elimu: 'second',
          ...nightly,
        })
        expect(await db.selectFrom('history').select('action').execute()).toEqual([{ action: 'started' }])
        const backups = await db
          .selectFrom('backups')
          .select(['reason', 'is_unpruned'])
          .orderBy('id')
          .execute()
        expect(backups).toEqual(
          reasons.map((reason, index) => ({ reason, is_unpruned: index === 0 ? 1 : 0 })),
        )
      })
    },
  )

  it.for(['Ng’ombe', 'Ngʼombe'])(
    'let people and schools be found by an older apostrophe: %s',
    async (name) => {
      await using(await openSharedDatabase(), async ({ db, ...database }) => {
        await migrate({ db, ...database }, new Date())
        await addCast(db)
        const { id } = await addUser(db, { first_name: name, email: 'ng@elimu.test' })
        await addStudents(db, [{ name }, { supporter_id: id }, { liaison_id: id }])
        const folded = "ng'ombe"
        await db
          .updateTable('schools')
          .set({ school: name, folded, search: `${folded}\nkibera` })
          .execute()
        await db.updateTable('clusters').set({ cluster_name: 'Kibera' }).execute()
        await db
          .updateTable('students')
          .set({ supporter_order: `${folded} user` })
          .where('supporter_id', '=', id)
          .execute()
        await db
          .updateTable('students')
          .set((eb) => ({
            search_all: sql`${eb.ref('search')} || ${`\n${folded} user`}`,
            liaison_order: `${folded} user`,
          }))
          .where('liaison_id', '=', id)
          .execute()
        const columns = {
          users: ['search'],
          schools: ['folded', 'search'],
          students: ['search', 'search_all', 'liaison_order', 'supporter_order'],
        }
        const texts = async () => {
          const found = []
          for (const [table, names] of Object.entries(columns))
            found.push(
              (
                await sql`select ${sql.join(names.map((each) => sql.ref(each)))} from ${sql.table(table)} order by id`.execute(
                  db,
                )
              ).rows,
            )
          return found
        }
        const fresh = await texts()
        const older = name === 'Ng’ombe' ? 'ng’ombe' : 'ngombe'
        for (const [table, names] of Object.entries(columns))
          for (const column of names)
            await sql`update ${sql.table(table)} set ${sql.ref(column)} = replace(${sql.ref(column)}, ${folded}, ${older})`.execute(
              db,
            )
        expect(JSON.stringify(await texts())).not.toContain(folded)
        await sql`delete from migrations where name = '0007-one-apostrophe'`.execute(db)

        await migrate({ db, ...database }, new Date())
        expect(await texts()).toEqual(fresh)
        expect(JSON.stringify(fresh).split(folded)).toHaveLength(1 + 1 + 2 + 2 + 1 + 2)
      })
    },
  )

  it('happen once when two processes start at the same moment', async () => {
    const database = await openSharedDatabase({ isEmpty: true })
    const settings = { ...database, APP_SECRET: 'a secret that both of the processes share' }
    const servers = [spawnServer(settings), spawnServer(settings)]
    await Promise.all(servers.map((server) => server.started()))
    for (const server of servers) server.kill('SIGTERM')
    expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0])

    await using(database, async (opened) => {
      expect(await done(opened)).toEqual(ALL)
      // Both starts tried to invite an administrator; only one of them added the user.
      expect(await opened.db.selectFrom('users').select('email').execute()).toEqual([
        { email: 'admin@example.org' },
      ])
    })
  })

  it('let commands refuse a database that no start has updated', async () => {
    await using(await openSharedDatabase({ isEmpty: true }), async (database) => {
      const nothing = new StartError('There is no Elimu in this database yet: start Elimu first.')
      await expect(expectUpToDate(database)).rejects.toThrow(nothing)
      expect(await shapeOf(database)).toEqual([])

      await migrate(database, new Date())
      await expectUpToDate(database)
      await sql`delete from migrations where name = '0008-letters'`.execute(database.db)
      const older = new StartError(
        'This database was written by an older Elimu: start this version once first.',
      )
      await expect(expectUpToDate(database)).rejects.toThrow(older)
    })
  })

  it('are logged with their duration, and announced with the copy that was made or is missing', async () => {
    await using(await openSharedDatabase({ isEmpty: true }), async (database) => {
      const lines: object[] = []
      const log = { info: (line: object) => void lines.push(line) }
      const printed: string[] = []
      const again = () => migrate(database, new Date(), { log, print: (line) => void printed.push(line) })
      await again()
      expect(lines).toEqual(ALL.map(({ name }) => ({ migration: name, ms: expect.any(Number) })))
      expect(printed).toEqual([])

      await addCast(database.db)
      await sql`delete from migrations where name = '0007-one-apostrophe'`.execute(database.db)
      await again()
      expect(lines.slice(ALL.length)).toEqual([{ migration: '0007-one-apostrophe', ms: expect.any(Number) }])
      const sentence =
        engineOfRun === 'postgres'
          ? /^The PostgreSQL database is being updated \(0007-one-apostrophe\)\. Elimu makes no copy of it: you need a backup to go back\.$/
          : /^The database is being updated\. A copy from before the update is stored as .+$/
      expect(printed).toEqual([expect.stringMatching(sentence)])
    })
  })

  it('report to the operator which of them took more than a second', async () => {
    await using(await openSharedDatabase({ isEmpty: true }), async (database) => {
      const printed: string[] = []
      let now = 0
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_500))
      onTestFinished(() => clock.mockRestore())
      await migrate(database, new Date(), { print: (line) => void printed.push(line) })
      expect(printed).toEqual(ALL.map(({ name }) => expect.stringMatching(`^${name} took \\d+\\.\\d s\\.$`)))
    })
  })

  it('refuse a database that a newer version wrote, and do not change it', async () => {
    const database = await openSharedDatabase({ isEmpty: true })
    await using(database, async (opened) => {
      await migrate(opened, new Date())
      await sql`insert into migrations (name, at) values ('9999-later', '2030-01-01')`.execute(opened.db)
      const shape = await shapeOf(opened)
      const sentence =
        'This database was written by a newer Elimu (it knows "9999-later"); start that version, or restore a backup.'
      await expect(migrate(opened, new Date())).rejects.toThrow(new StartError(sentence))
      await expect(expectUpToDate(opened)).rejects.toThrow(new StartError(sentence))
      expect(await shapeOf(opened)).toEqual(shape)
    })

    const began = performance.now()
    const server = spawnServer(database)
    expect(await server.ended).toBe(1)
    expect(performance.now() - began, 'waits for no idle connection, which ends after 10 s').toBeLessThan(
      9_000,
    )
    expect(server.output.stderr).toMatch(
      /^This database was written by a newer Elimu .+ or restore a backup\.\n$/,
    )

    if (engineOfRun === 'postgres') return
    const copy = `${databaseFile(database.DATA_DIR)}.before-9999-later`
    await copyFile(databaseFile(database.DATA_DIR), copy)
    const again = spawnServer(database)
    expect(await again.ended).toBe(1)
    expect(again.output.stderr).toBe(
      `This database was written by a newer Elimu (it knows "9999-later"); start that version, or go back to the database from before that update, which is stored as ${copy}: docs/operating.md, "Updating", has the steps.\n`,
    )
  })
})
