import type { Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine, now: Date): Promise<void> {
  await createSchools(trx, engine)
  await createLookups(trx, engine)
  await createStudents(trx, engine)
  await createFiles(trx, engine)
  await createCreations(trx, engine)
  await seedLookups(trx, now)
}

async function createSchools(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)
  await trx.schema
    .createTable('clusters')
    .addColumn('id', 'integer', id)
    .addColumn('cluster_name', text, (column) => column.notNull())
    .addColumn('folded', text, (column) => column.notNull().unique())
    .execute()
  await trx.schema
    .createTable('schools')
    .addColumn('id', 'integer', id)
    .addColumn('school', text, (column) => column.notNull())
    .addColumn('folded', text, (column) => column.notNull().unique())
    .addColumn('cluster_id', 'integer', (column) => column.notNull().references('clusters.id'))
    .addColumn('search', text, (column) => column.notNull())
    .execute()
  await trx.schema.createIndex('schools_by_search').on('schools').columns(['search', 'id']).execute()
  await trx.schema
    .createIndex('schools_by_cluster')
    .on('schools')
    .columns(['cluster_id', 'search', 'id'])
    .execute()
}

const lookups = {
  years: 'year_name',
  terms: 'term_name',
  classes: 'class_name',
  subjects: 'subject_name',
} as const

async function createLookups(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)
  for (const [table, name] of Object.entries(lookups))
    await trx.schema
      .createTable(table)
      .addColumn('id', 'integer', id)
      .addColumn(name, text, (column) => column.notNull())
      .addColumn('folded', text, (column) => column.notNull().unique())
      .execute()
}

async function createStudents(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)
  await trx.schema
    .createTable('students')
    .addColumn('id', 'integer', id)
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('ref', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('category', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('gender', 'integer', (column) => column.notNull())
    .addColumn('liaison_id', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('supporter_id', 'integer', (column) => column.references('users.id'))
    .addColumn('school_id', 'integer', (column) => column.notNull().references('schools.id'))
    .addColumn('dob', text, (column) => column.notNull())
    .addColumn('dor', text, (column) => column.notNull())
    .addColumn('kcpe', 'integer', (column) => column.notNull())
    .addColumn('siblings', 'integer', (column) => column.notNull())
    .addColumn('ambition', text, (column) => column.notNull())
    .addColumn('languages', text, (column) => column.notNull())
    .addColumn('mother', text, (column) => column.notNull())
    .addColumn('father', text, (column) => column.notNull())
    .addColumn('guardian', text, (column) => column.notNull())
    .addColumn('background', text, (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('search', text, (column) => column.notNull())
    .addColumn('search_all', text, (column) => column.notNull())
    .addColumn('liaison_order', text, (column) => column.notNull())
    .addColumn('supporter_order', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('created_by', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('updated_at', text, (column) => column.notNull())
    .addColumn('updated_by', 'integer', (column) => column.notNull().references('users.id'))
    .execute()
  await trx.schema
    .createTable('counters')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('value', 'integer', (column) => column.notNull())
    .execute()
  await (trx as Transaction<{ counters: { name: string; value: number } }>)
    .insertInto('counters')
    .values({ name: 'student', value: 0 })
    .execute()
  // Every order that the lists offer, ties by name. The indexes also contain the columns that searches read, so that a
  // search reads an index and not the students' long texts.
  const orders = {
    students_by_name: ['search_all', 'id', 'school_id', 'search'],
    students_by_number: ['number', 'search_all', 'id'],
    students_by_category: ['category', 'search_all', 'id'],
    students_by_status: ['status', 'search_all', 'id'],
    students_by_liaison_name: ['liaison_order', 'search_all', 'id'],
    students_by_supporter_name: ['supporter_order', 'search_all', 'id'],
    students_by_school: ['school_id', 'search_all', 'id'],
    students_by_liaison: ['liaison_id', 'search_all', 'id'],
    students_by_supporter: ['supporter_id', 'search_all', 'id'],
    students_by_creator: ['created_by'],
    students_by_editor: ['updated_by'],
  }
  for (const [name, columns] of Object.entries(orders))
    await trx.schema.createIndex(name).on('students').columns(columns).execute()
  await trx.schema.createIndex('students_ref').on('students').column('ref').unique().execute()
}

async function createFiles(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)
  await trx.schema
    .createTable('files')
    .addColumn('id', 'integer', id)
    .addColumn('purpose', text, (column) => column.notNull())
    .addColumn('student_id', 'integer', (column) => column.notNull().references('students.id'))
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('sha256', text, (column) => column.notNull())
    .addColumn('key', text, (column) => column.notNull().unique())
    .addColumn('thumb_key', text)
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('created_by', 'integer', (column) => column.notNull().references('users.id'))
    .execute()
  await trx.schema
    .createIndex('files_by_student')
    .on('files')
    .columns(['student_id', 'purpose', 'id'])
    .execute()
  await trx.schema.createIndex('files_by_content').on('files').columns(['sha256', 'purpose']).execute()
  await trx.schema.createIndex('files_by_creator').on('files').column('created_by').execute()

  // Students and files refer to each other, so these columns are added when both tables exist.
  for (const column of ['picture_id', 'certificate_id']) {
    await trx.schema
      .alterTable('students')
      .addColumn(column, 'integer', (definition) => definition.references('files.id'))
      .execute()
    await trx.schema.createIndex(`students_by_${column}`).on('students').column(column).execute()
  }

  await trx.schema
    .createTable('unowned_bytes')
    .addColumn('key', text, (column) => column.primaryKey())
    .addColumn('since', text, (column) => column.notNull())
    .execute()
  await trx.schema.createIndex('unowned_bytes_by_age').on('unowned_bytes').column('since').execute()
}

async function createCreations(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine)
  await trx.schema
    .createTable('creations')
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('request', text, (column) => column.notNull())
    .addColumn('answer', text, (column) => column.notNull())
    .addColumn('at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('creations_by_user_and_key', ['user_id', 'key'])
    .execute()
  await trx.schema.createIndex('creations_by_age').on('creations').column('at').execute()
}

type Lookups = {
  years: { year_name: string; folded: string }
  terms: { term_name: string; folded: string }
  classes: { class_name: string; folded: string }
  subjects: { subject_name: string; folded: string }
}

/** The terms, classes and subjects of a school year in Kenya. */
async function seedLookups(trx: Transaction<unknown>, now: Date): Promise<void> {
  const db = trx as Transaction<Lookups>
  const rows = <Name extends string>(name: Name, values: string[]) =>
    values.map((value) => ({ [name]: value, folded: value.toLowerCase() }) as Record<Name | 'folded', string>)

  await db
    .insertInto('years')
    .values(rows('year_name', [String(now.getFullYear())]))
    .execute()
  await db
    .insertInto('terms')
    .values(rows('term_name', ['Term 1', 'Term 2', 'Term 3']))
    .execute()
  await db
    .insertInto('classes')
    .values(rows('class_name', ['Form 1', 'Form 2', 'Form 3', 'Form 4']))
    .execute()
  await db
    .insertInto('subjects')
    .values(
      rows('subject_name', [
        'English',
        'Kiswahili',
        'Mathematics',
        'Biology',
        'Chemistry',
        'Physics',
        'History and Government',
        'Geography',
        'CRE',
        'IRE',
        'Agriculture',
        'Business Studies',
        'Computer Studies',
        'Home Science',
        'Art and Design',
        'Music',
        'French',
        'German',
      ]),
    )
    .execute()
}
