import { expect, it } from 'vitest'
import { addSchool } from '../testing/data/schools.ts'
import { addStudents } from '../testing/data/students.ts'
import { openTestApp } from '../testing/testApp.ts'
import { addCast } from '../testing/data/users.ts'
import { writeHistory } from './history.ts'
import { lockRow, lockRows } from './lockRow.ts'

async function openWithSchool() {
  const test = await openTestApp()
  await addSchool(test.db)
  return test
}

it('locks a row until its transaction ends: the second transaction reads the change of the first', async () => {
  const { db } = await openWithSchool()
  const { second } = await db.transaction().execute(async (trx) => {
    expect(await lockRow(trx, 'schools', 1)).toMatchObject({ id: 1, school: 'Nyando Girls High School' })
    const waiting = db.transaction().execute((other) => lockRow(other, 'schools', 1))
    await trx.updateTable('schools').set({ school: 'Nyando Girls' }).where('id', '=', 1).execute()
    return { second: waiting }
  })
  expect(await second).toMatchObject({ school: 'Nyando Girls' })
})

it('lets other transactions add rows that refer to it', async () => {
  const { db, engine } = await openWithSchool()
  await addCast(db)
  const { added } = await db.transaction().execute(async (trx) => {
    await lockRow(trx, 'schools', 1)
    const adding = addStudents(db, [{ school_id: 1 }])
    // On SQLite, which has one writer at a time, the insert waits until the transaction ends.
    if (engine === 'postgres') await adding
    return { added: adding }
  })
  expect(await added).toEqual([1])
})

it('returns nothing if there is no row', async () => {
  const { db } = await openWithSchool()
  expect(await db.transaction().execute((trx) => lockRow(trx, 'schools', 99))).toBeUndefined()
})

it('is required of a student about whom something is added', async () => {
  const { db } = await openWithSchool()
  await addCast(db)
  const ids = await addStudents(db, [{ school_id: 1 }, { school_id: 1 }])
  const [id = 0, other = 0] = ids
  const added = { entity: 'media', entity_id: 1, action: 'added', user_id: null, at: '2026-01-01' } as const
  const locking = async (locked: number[]) =>
    db.transaction().execute(async (trx) => {
      await lockRows(trx, 'students', locked)
      await writeHistory(trx, { ...added, student_id: id })
    })

  await expect(locking([])).rejects.toThrow('row is not locked')
  await expect(locking([other])).rejects.toThrow('row is not locked')
  await locking([other, id])
})
