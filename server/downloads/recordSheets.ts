import { sql } from 'kysely'
import { type Cell, type CellFormat } from '#contract/base/csv.ts'
import { OWN_COLUMNS, resultHeading } from '#contract/downloads.ts'
import { importFields } from '#contract/importFields.ts'
import type { RecordImport } from '#contract/imports.ts'
import { categories, toShillings } from '#contract/records/receipts.ts'
import { markOf } from '#contract/records/reportCards.ts'
import type { Db } from '../database/connect.ts'
import { type RecordKind, recordTable, shownStatus } from '../database/recordTables.ts'
import { readableMark } from '../records/reportCards/reportCardChanges.ts'
import { batchOf, cellOf, readAnonymised, type Sheet } from './Sheet.ts'

const AT_ONCE = 200

/** A field of the student and not of the record, so a sheet of records omits it. */
const NOT_WRITTEN = new Set(['admission_no'])
const fieldsOf = (kind: RecordImport) =>
  Object.entries(importFields[kind]).filter(([name]) => !NOT_WRITTEN.has(name))

/** All report cards, with a column for each subject in use. */
export async function resultSheet(db: Db): Promise<Sheet> {
  const fields = fieldsOf('results')
  const subjects = await usedSubjects(db)
  const namesOf = await readNames(db)
  const anonymised = await readAnonymised(db)
  return {
    headings: [
      ...fields.map(([, { label }]) => label),
      ...subjects.map(({ subject_name }) => resultHeading(subject_name)),
      OWN_COLUMNS.record,
    ],
    formats: formatsOf(fields, { mark: 'mark' }),
    async read(after) {
      const rows = await recordRows(db, 'report', after)
        .leftJoin('reports', 'reports.id', 'record.id')
        .select([
          'reports.grade',
          'reports.mark',
          'reports.overall_level',
          'reports.teacher_comment',
          'reports.action_plan',
          'reports.psychosocial',
        ])
        .execute()
      const marks = await partsOf(rows, (ids) =>
        db
          .selectFrom('marks')
          .select(['report_id as owner', 'subject_id', 'mark', 'grade'])
          .where('report_id', 'in', ids)
          .execute(),
      )
      return batchOf(rows, AT_ONCE, (row) => {
        if (anonymised.has(row.student_id)) return []
        const values: Record<string, unknown> = { ...row, ...namesOf(row), mark: markOf(row.mark) }
        const own = new Map(marks.get(row.id)?.map((mark) => [mark.subject_id, readableMark(mark)]))
        return [
          [
            ...fields.map(([name, field]) => nullIfEmpty(cellOf(field, values[name]))),
            ...subjects.map(({ id }) => own.get(id) ?? null),
            shownStatus(row.status),
          ],
        ]
      })
    },
  }
}

/** All receipts, with a line for each item, in the order in which the import adds them. */
export async function receiptSheet(db: Db): Promise<Sheet> {
  const namesOf = await readNames(db)
  const anonymised = await readAnonymised(db)
  const fields = fieldsOf('receipts')
  return {
    headings: [...fields.map(([, { label }]) => label), 'Category', 'Item', 'Cost', OWN_COLUMNS.record],
    formats: { Cost: 'money' },
    async read(after) {
      const rows = await recordRows(db, 'receipt', after)
        .leftJoin('receipts', 'receipts.id', 'record.id')
        .select('receipts.receipt_no')
        .select(receiptPlace(db, 'record').as('place'))
        .execute()
      const items = await partsOf(rows, (ids) =>
        db
          .selectFrom('items')
          .select(['receipt_id as owner', 'category', 'item', 'cost'])
          .where('receipt_id', 'in', ids)
          .orderBy('place')
          .orderBy('id')
          .execute(),
      )
      return batchOf(rows, AT_ONCE, (row) => {
        if (anonymised.has(row.student_id)) return []
        const values: Record<string, unknown> = { ...row, ...namesOf(row) }
        const shared = fields.map(([name, field]) => nullIfEmpty(cellOf(field, values[name])))
        const status = shownStatus(row.status)
        return inOrder(items.get(row.id) ?? []).map(({ category, item, cost }) =>
          shared.concat([category, item, toShillings(cost), status]),
        )
      })
    },
  }
}

/** The position of a receipt among its student's receipts of the term. */
export const receiptPlace = (db: Db, receipt: 'record' | 'receipts') =>
  db
    .selectFrom('receipts as earlier')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('earlier.student_id', '=', sql.ref<number>(`${receipt}.student_id`))
    .where('earlier.year_id', '=', sql.ref<number>(`${receipt}.year_id`))
    .where('earlier.term_id', '=', sql.ref<number>(`${receipt}.term_id`))
    .where('earlier.id', '<=', sql.ref<number>(`${receipt}.id`))
    .$asScalar()
    .$notNull()

/** Outer joins, because SQLite would join inner ones in another order, and read all records for each batch. */
const recordRows = (db: Db, kind: RecordKind, after: number) =>
  db
    .selectFrom(recordTable(db, kind))
    .leftJoin('students', 'students.id', 'record.student_id')
    .select([
      'record.id',
      'record.student_id',
      'students.ref',
      'students.name',
      'record.year_id',
      'record.term_id',
      'record.class_id',
      'record.school_id',
      'record.status',
      'record.liaison_comment',
    ])
    .where('record.id', '>', after)
    .orderBy('record.id')
    .limit(AT_ONCE)

type Named = { year_id: number; term_id: number; class_id?: number; school_id?: number }

/** Reads the names that records refer to once. PostgreSQL would take as long to plan a query that joins them all as to run it. */
export async function readNames(db: Db) {
  const [years, terms, classes, schools] = [
    await db.selectFrom('years').select(['id', 'year_name as name']).execute(),
    await db.selectFrom('terms').select(['id', 'term_name as name']).execute(),
    await db.selectFrom('classes').select(['id', 'class_name as name']).execute(),
    await db.selectFrom('schools').select(['id', 'school as name']).execute(),
  ].map((rows) => new Map(rows.map(({ id, name }) => [id, name])))
  return ({ year_id, term_id, class_id, school_id }: Named) => ({
    year: years?.get(year_id),
    term: terms?.get(term_id),
    class: classes?.get(class_id ?? 0),
    school: schools?.get(school_id ?? 0),
  })
}

const usedSubjects = (db: Db) =>
  db
    .selectFrom('subjects')
    .select(['id', 'subject_name'])
    .where((eb) =>
      eb.exists(eb.selectFrom('marks').select('marks.id').whereRef('marks.subject_id', '=', 'subjects.id')),
    )
    .orderBy('folded')
    .execute()

/** The marks or items of records, by record. */
async function partsOf<Part extends { owner: number }>(
  rows: { id: number }[],
  read: (ids: number[]) => Promise<Part[]>,
): Promise<Map<number, Part[]>> {
  const ids = rows.map(({ id }) => id)
  return Map.groupBy(ids.length > 0 ? await read(ids) : [], ({ owner }) => owner)
}

/** Sorted by category, with items of one name together: the import reads the costs of one name as consecutive items. */
function inOrder<Item extends { category: string; item: string }>(items: Item[]): Item[] {
  const positions = new Map<string, number>(categories.map((category, index) => [category, index]))
  const sorted = items.toSorted((a, b) => (positions.get(a.category) ?? 0) - (positions.get(b.category) ?? 0))
  return [...Map.groupBy(sorted, ({ category, item }) => `${category}\n${item}`).values()].flat()
}

/** Records store a text that was not entered as an empty one. */
const nullIfEmpty = (cell: Cell) => (cell === '' ? null : cell)

const formatsOf = (fields: ReturnType<typeof fieldsOf>, formats: Record<string, CellFormat>) =>
  Object.fromEntries(
    fields.flatMap(([name, { label }]) => (formats[name] ? [[label, formats[name]]] : [])),
  ) as Partial<Record<string, CellFormat>>
