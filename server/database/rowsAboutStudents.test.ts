import { sql } from 'kysely'
import { namesOf } from '#contract/base/fields.ts'
import { expect, it } from 'vitest'
import { addWholeStudent } from '../testing/data/wholeStudent.ts'
import { openSharedDatabase } from '../testing/database/testDatabase.ts'
import { openWithCast, type TestApp } from '../testing/testApp.ts'
import { migrate } from './migrate.ts'
import { studentEntities } from './studentEntities.ts'

const MIGRATION = '0029-rows-about-students'

/** The entities that the migration knows. */
const known = ['student', 'report', 'receipt', 'document', 'media', 'consent', 'request'] as const

/** Entities that were added later: without their `student_id`, rows of earlier versions cannot be of them. */
const added = namesOf(studentEntities).filter((entity) => !known.some((each) => each === entity))

/** The student of each row, by the row's key. */
async function ownersIn({ db }: TestApp) {
  const history = await db
    .selectFrom('history')
    .select(['id', 'student_id'])
    .where('entity', 'not in', added)
    .where((eb) => eb.or([eb('student_id', 'is', null), eb('entity', 'in', known)]))
    .orderBy('id')
    .execute()
  const drafts = await db
    .selectFrom('drafts')
    .select(['user_id', 'key', 'student_id'])
    .orderBy('user_id')
    .orderBy('key')
    .execute()
  const rows = await db
    .selectFrom('import_rows')
    .select(['import_id', 'entity', 'entity_id', 'student_id'])
    .orderBy('import_id')
    .orderBy('entity')
    .orderBy('entity_id')
    .execute()
  return { history, drafts, rows }
}

it('a migration finds the students of the rows of earlier versions', async () => {
  const test = await openWithCast({ database: await openSharedDatabase() })
  const { db } = test
  await addWholeStudent(test)
  const written = await ownersIn(test)
  const entries = await db.selectFrom('history').select(['entity', 'student_id']).execute()
  for (const entity of Object.keys(studentEntities)) {
    const own = entries.filter((entry) => entry.entity === entity)
    expect(own.length, entity).toBeGreaterThan(0)
    for (const { student_id } of own) expect(student_id, entity).not.toBeNull()
  }

  for (const table of ['history', 'drafts', 'creations', 'import_rows'] as const) {
    await db.schema.dropIndex(`${table}_by_student`).execute()
    await db.schema.alterTable(table).dropColumn('student_id').execute()
  }
  await sql`delete from migrations where name = ${MIGRATION}`.execute(db)
  await migrate(test, test.clock())
  expect(await ownersIn(test)).toEqual(written)
})
