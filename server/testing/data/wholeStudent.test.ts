import { expect, it } from 'vitest'
import { studentEntities } from '../../database/studentEntities.ts'
import { tableRules } from '../../database/tableRules.ts'
import type { Tables } from '../../database/tables.ts'
import { finishErasures } from '../../privacy/erasure/finishErasures.ts'
import { HOUR } from '../steppedClock.ts'
import { openWithCast, type TestApp } from '../testApp.ts'
import { addWholeStudent } from './wholeStudent.ts'

/** How many rows of a student each table has, of those tables that name one. */
async function countRows({ db }: TestApp, student_id: number): Promise<Map<keyof Tables, number>> {
  const counts = new Map<keyof Tables, number>()
  for (const { name, schema, columns } of await db.introspection.getTables()) {
    if (schema === 'pristine' || !columns.some((column) => column.name === 'student_id')) continue
    const { count } = await db
      .selectFrom(name as 'reports')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('student_id', '=', student_id)
      .executeTakeFirstOrThrow()
    counts.set(name as keyof Tables, count)
  }
  return counts
}

/** Tables about students without changes of their own: the sections of other features, or nothing, show them. */
const withoutHistory = [
  'anonymisations',
  'consent_states',
  'creations',
  'deletion_letters',
  'departures',
  'drafts',
  'files',
  'history',
  'import_rows',
  'media_students',
  'notice_items',
  'views',
]

it('the whole student is in every table about students, and anonymising follows its rule', async () => {
  const test = await openWithCast()
  const { id } = await addWholeStudent(test)
  const before = await countRows(test, id)
  const empty = [...before].flatMap(([table, count]) => (count === 0 ? table : []))
  expect(empty, 'tables without a row of the whole student').toEqual([])
  const entities = new Set<string>(Object.values(studentEntities))
  const others = [...before.keys()].filter((table) => !entities.has(table)).toSorted()
  expect(others, 'tables that are no entity, which exports and the history lack').toEqual(withoutHistory)

  test.clock.step(7 * 24 * HOUR)
  expect(await finishErasures(test.services)).toBe(1)
  const after = await countRows(test, id)
  const left = (rule: string, counts: typeof after) =>
    [...counts].flatMap(([table, rows]) => (tableRules[table].erasing === rule ? [[table, rows]] : []))
  expect(left('deleted', after)).toEqual(left('deleted', before).map(([table]) => [table, 0]))
  expect(left('stays', after)).toEqual(left('stays', before))
})
