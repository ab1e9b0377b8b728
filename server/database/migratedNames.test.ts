import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ANONYMOUS } from '#contract/privacy/erasure.ts'
import { addStudents } from '../testing/data/students.ts'
import { addCast, addUser, cast } from '../testing/data/users.ts'
import { migrateBefore, using } from '../testing/database/migrating.ts'
import { openSharedDatabase } from '../testing/database/testDatabase.ts'
import { migrate } from './migrate.ts'

describe('migrations of names', () => {
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

  it('copy those of users into payments that they prepared and approved, and hide those of anonymised students', async () => {
    await using(await openSharedDatabase({ isEmpty: true }), async (database) => {
      const { db } = database
      await migrateBefore(database, '0049-names-in-payments')
      await addCast(db)
      const students = await addStudents(db, [{}, {}, {}])
      const erasure = {
        seal: '',
        drop_gender: 0,
        request_id: null,
        due_on: '',
        started_at: '',
        started_by: 1,
      }
      await db
        .insertInto('anonymisations')
        .values(
          [null, '2026-02-01T06:00:00.000Z'].map((done_at, index) =>
            Object.assign({ student_id: students[index] ?? 0, new_ref: `AN-${index}`, done_at }, erasure),
          ),
        )
        .execute()
      const by = { created_at: '', created_by: cast.coordinator.id, approved_at: '' }
      const approved_by = cast.director.id
      const term = { year_id: 1, version: 1, is_approved_alone: 0 }
      await db
        .insertInto('payments')
        .values([
          {
            number: 1,
            term_id: 1,
            state: 'approved',
            ...term,
            ...by,
            sent_by: cast.administrator.id,
            approved_by,
          },
          { number: 2, term_id: 2, state: 'approved', ...term, ...by, approved_by },
          { number: 3, term_id: 3, state: 'draft', ...term, ...by, sent_by: cast.administrator.id },
        ])
        .execute()
      const line = { payment_id: 1, school_id: 1, amount: 100, is_left_out: 0, name: 'Copied' }
      await db
        .insertInto('payment_lines')
        .values(students.map((student_id) => Object.assign({ student_id }, line)))
        .execute()

      await migrate(database, new Date())
      const copied = ['prepared_by_name', 'approved_by_name'] as const
      expect(await db.selectFrom('payments').select(copied).orderBy('number').execute()).toEqual([
        { prepared_by_name: 'Amina Mwangi', approved_by_name: 'Daniel Otieno' },
        { prepared_by_name: 'Catherine Njeri', approved_by_name: 'Daniel Otieno' },
        { prepared_by_name: null, approved_by_name: null },
      ])
      const lines = await db.selectFrom('payment_lines').select('name').orderBy('id').execute()
      expect(lines.map(({ name }) => name)).toEqual(['Copied', ANONYMOUS, 'Copied'])
    })
  })
})
