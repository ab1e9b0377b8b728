import { expect, it } from 'vitest'
import { dayOf } from '#contract/base/days.ts'
import { studentEntities } from '../../database/studentEntities.ts'
import { tableRules } from '../../database/tableRules.ts'
import type { Tables } from '../../database/tables.ts'
import { finishErasures } from '../../privacy/erasure/finishErasures.ts'
import { historyOfStudent } from '../../privacy/studentHistory.ts'
import { studentData } from '../../studentData.ts'
import { HOUR } from '../steppedClock.ts'
import { openWithCast, type TestApp } from '../testApp.ts'
import { cast } from './users.ts'
import { addWholeStudent } from './wholeStudent.ts'

type Table = keyof Tables

/** The tables about students: those with a student's id, and those of which anonymising leaves all rows. */
async function tablesAboutStudents({ db }: TestApp) {
  const tables = await db.introspection.getTables()
  return tables
    .filter(({ schema, name }) => schema !== 'pristine' && Object.hasOwn(tableRules, name))
    .map(({ name, columns }) => ({
      name: name as Table,
      key: name === 'students' ? 'id' : columns.find((column) => column.name === 'student_id')?.name,
      texts: columns.filter(({ dataType }) => /text/i.test(dataType)).map((column) => column.name),
    }))
    .filter(({ name, key }) => key !== undefined || tableRules[name].erasing === 'stays')
}

/** How many rows of a student each table has, of those tables that name one. */
async function countRows(test: TestApp, student_id: number): Promise<Map<Table, number>> {
  const counts = new Map<Table, number>()
  for (const { name, key } of await tablesAboutStudents(test)) {
    if (key !== 'student_id') continue
    const { count } = await test.db
      .selectFrom(name as 'reports')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('student_id', '=', student_id)
      .executeTakeFirstOrThrow()
    counts.set(name, count)
  }
  return counts
}

/** Tables about students without changes of their own: the sections of other features, or nothing, show them. */
const withoutHistory = [
  'anonymisations',
  'breach_students',
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
  'received',
  'restrictions',
  'student_classes',
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
  const { student_id } = await test.db
    .selectFrom('anonymisations')
    .select('student_id')
    .where('former_id', '=', id)
    .executeTakeFirstOrThrow()
  const after = await countRows(test, student_id)
  const left = (rule: string, counts: typeof after) =>
    [...counts].flatMap(([table, rows]) => (tableRules[table].erasing === rule ? [[table, rows]] : []))
  expect(left('deleted', after)).toEqual(left('deleted', before).map(([table]) => [table, 0]))
  expect(left('stays', after)).toEqual(left('stays', before))
})

/**
 * Columns of text without words about the student: Elimu or a list determines their values, or they name users. Each other
 * one must name the whole student, so that a test finds what anonymising leaves in it.
 */
const withoutFreeText: Partial<Record<Table, string>> = {
  anonymisations: 'new_ref seal',
  consent_states: 'abroad pictures profile progress publication register videos',
  commitments: 'ends starts',
  consents: 'answers child_answers given_by how until',
  creations: 'key request',
  departures: 'how went_to',
  drafts: 'key',
  files: 'purpose type',
  history: 'entity',
  import_rows: 'entity',
  marks: 'grade',
  notice_items: 'kind',
  payment_lines: 'class school',
  reports: 'curriculum grade overall_level',
  requests: 'ground kind state',
  students: 'entry_exam left_after liaison_order pathway supporter_order',
  views: 'kind',
}

it('each text about the whole student names them', async () => {
  const test = await openWithCast()
  const { id, traces } = await addWholeStudent(test)
  const names = [...traces.texts, ...traces.keys].map((name) => name.toLowerCase())
  const isNamed = (value: string) => names.some((name) => value.toLowerCase().includes(name))
  const isTime = (value: string) => /^\d{4}-\d\d-\d\d(T.*Z)?$/.test(value)

  const unnamed: typeof withoutFreeText = {}
  for (const { name, key, texts } of await tablesAboutStudents(test)) {
    let rows = test.db.selectFrom(name as 'reports').selectAll()
    if (key) rows = rows.where(key as 'student_id', '=', id)
    const stored: Record<string, unknown>[] = await rows.execute()
    const columns = texts.filter((column) => {
      if (/_(at|on)$/.test(column)) return false
      const values = stored.flatMap((row) => (typeof row[column] === 'string' ? row[column] : []))
      return !values.some(isNamed) && !(values.length > 0 && values.every(isTime))
    })
    if (columns.length > 0) unnamed[name] = columns.toSorted().join(' ')
  }
  expect(unnamed, 'columns of text that may name the student, but do not').toEqual(withoutFreeText)
})

/** Features without a section: an export leaves out sheets, drafts and backups. */
const withoutSection = ['imports', 'drafts', 'damage']

it('each feature puts what it has of the whole student into the export', async () => {
  const test = await openWithCast()
  const { id: student_id } = await addWholeStudent(test)
  const { db, config, clock } = test
  // An export contains the views up to yesterday.
  clock.step(24 * HOUR)
  const now = clock()
  const { id, first_name: name, role_id: role } = cast.administrator
  const actor = { id, name, role, notifications_admin: false, today: dayOf(now) }
  const history = await historyOfStudent(db, student_id)
  const asked = { db, config, student_id, actor, now, history, fileOf: () => null, asked_by: undefined }
  const silent: string[] = []
  for (const [feature, { collect }] of Object.entries(studentData)) {
    const { sections = [] } = (await collect?.(asked)) ?? {}
    if (sections.every(({ entries }) => entries.length === 0)) silent.push(feature)
  }
  expect(silent, 'features that put nothing into the export').toEqual(withoutSection)
})
