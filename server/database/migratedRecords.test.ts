import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addSchool } from '../testing/data/schools.ts'
import { insertStudents } from '../testing/data/students.ts'
import { addCast } from '../testing/data/users.ts'
import { migrateBefore, shapeOf, using } from '../testing/database/migrating.ts'
import { openSharedDatabase } from '../testing/database/testDatabase.ts'
import type { Database } from './connect.ts'
import { migrate } from './migrate.ts'

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

describe('migrations of records', () => {
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
      const ids = await insertStudents(db, [{ entry_exam: 'KCPE' }, { entry_exam: 'KJSEA', kcpe: null }])
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
      const [student_id = 0] = await insertStudents(db, [{}])
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

  it('delete the hashes of files that a restore had deleted without foreign keys', async () => {
    await using(await openSharedDatabase({ isEmpty: true }), async (database) => {
      const { db, engine } = database
      await migrateBefore(database, '0036-hashes-of-deleted-files')
      await addCast(db)
      const [student_id = 0] = await insertStudents(db, [{}])
      const about = { student_id, name: '', bytes: 5, sha256: 'upload', created_at: '', created_by: 1 }
      const paper = { ...about, purpose: 'report', type: 'application/pdf' } as const
      const files = [
        { ...paper, id: 1, key: 'stored' },
        { ...paper, id: 2, key: 'erased' },
      ]
      await db.insertInto('files').values(files).execute()
      const hashes = files.map(({ id, key }) => ({
        key,
        file_id: id,
        sha256: 'upload',
        bytes: 5,
        read_at: '',
      }))
      await db.insertInto('stored_hashes').values(hashes).execute()
      if (engine === 'sqlite') await sql`pragma foreign_keys = off`.execute(db)
      await db.deleteFrom('files').where('key', '=', 'erased').execute()
      await migrate(database, new Date())
      expect(await db.selectFrom('stored_hashes').select('key').execute()).toEqual([{ key: 'stored' }])
    })
  })

  it('no longer store the end of a consent that is the day before the 18th birthday', async () => {
    await using(await openSharedDatabase({ isEmpty: true }), async (database) => {
      const { db } = database
      await migrate(database, new Date())
      await addCast(db)
      const [student_id = 0] = await insertStudents(db, [{ dob: '2012-02-29' }])
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
})
