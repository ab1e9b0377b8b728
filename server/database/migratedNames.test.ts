import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addStudents } from '../testing/data/students.ts'
import { addCast, addUser } from '../testing/data/users.ts'
import { using } from '../testing/database/migrating.ts'
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
})
