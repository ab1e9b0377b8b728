import type { AlterTableBuilder, Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

/**
 * No table is rebuilt, so that a million marks take no longer than ten: adding a column with a constant default and
 * dropping a NOT NULL only change what both engines know about the table.
 */
export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine)
  const withDefault = (table: string, column: string, value: string) =>
    alter(trx, table)
      .addColumn(column, text, (it) => it.notNull().defaultTo(value))
      .execute()
  await withDefault('classes', 'curriculum', '8-4-4')
  await withDefault('reports', 'curriculum', '8-4-4')
  await withDefault('students', 'entry_exam', 'KCPE')
  await alter(trx, 'reports').addColumn('overall_level', text).execute()
  await alter(trx, 'students').addColumn('assessment_no', text).execute()
  await alter(trx, 'students').addColumn('pathway', text).execute()

  // A CBE report has no mean, its rows need no mark, and not every exam has a score.
  const optional = { reports: ['grade', 'mark'], marks: ['mark'], students: ['kcpe'] }
  for (const [table, columns] of Object.entries(optional))
    for (const column of columns)
      await alter(trx, table)
        .alterColumn(column, (it) => it.dropNotNull())
        .execute()

  // The annual report reads nothing but this index.
  await trx.schema.dropIndex('reports_annual').execute()
  await trx.schema.createIndex('reports_annual').on('reports').columns(annual).execute()
  await seedSeniorSchool(trx)
}

const alter = (trx: Transaction<unknown>, table: string): AlterTableBuilder => trx.schema.alterTable(table)

type Tables = {
  users: { id: number }
  classes: { class_name: string; folded: string; curriculum: string }
  subjects: { subject_name: string; folded: string }
}

const annual = [
  'year_id',
  'student_id',
  'term_id',
  'id',
  'school_id',
  'class_id',
  'grade',
  'mark',
  'curriculum',
  'overall_level',
]

/** The classes and learning areas of senior school, for a new database only: an old one has chosen its own. */
async function seedSeniorSchool(trx: Transaction<unknown>): Promise<void> {
  const db = trx as Transaction<Tables>
  // The first administrator comes after the first migrations.
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return
  await db
    .insertInto('classes')
    .values(
      ['Grade 10', 'Grade 11', 'Grade 12'].map((class_name) => ({
        class_name,
        folded: class_name.toLowerCase(),
        curriculum: 'CBE',
      })),
    )
    .execute()
  await db
    .insertInto('subjects')
    .values(
      [...common, ...stem, ...socialSciences, ...arts].map((subject_name) => ({
        subject_name,
        folded: subject_name.toLowerCase(),
      })),
    )
    .execute()
}

// Beside the subjects of 8-4-4, of which senior school keeps English, Kiswahili and many electives.
const common = ['Core Mathematics', 'Essential Mathematics', 'Community Service Learning']
const stem = [
  'General Science',
  'Drawing and Design',
  'Aviation Technology',
  'Building and Construction',
  'Electrical Technology',
  'Metal Technology',
  'Power Mechanics',
  'Wood Technology',
  'Media Technology',
  'Marine and Fisheries Technology',
]
const socialSciences = [
  'Literature in English',
  'Fasihi ya Kiswahili',
  'Indigenous Languages',
  'Kenyan Sign Language',
  'Arabic',
  'Mandarin Chinese',
  'HRE',
  'History and Citizenship',
]
const arts = ['Theatre and Film', 'Fine Arts', 'Sports and Recreation']
