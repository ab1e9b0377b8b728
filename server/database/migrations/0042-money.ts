import { sql, type CreateTableBuilder, type Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

/** Fee plans, promises, the accounts of schools, and payments to them. */
export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)

  const create = (table: string) => trx.schema.createTable(table)
  const index = (table: string, ...columns: string[]) =>
    trx.schema.createIndex(`${table}_by_${columns[0]}`).on(table).columns(columns).execute()

  /** A required reference, and one that may be empty. */
  const refers = <Table extends string>(table: CreateTableBuilder<Table>, column: string, to: string) =>
    table.addColumn(column, 'integer', (of) => of.notNull().references(`${to}.id`))
  const mayRefer = <Table extends string>(table: CreateTableBuilder<Table>, column: string, to: string) =>
    table.addColumn(column, 'integer', (of) => of.references(`${to}.id`))
  const ofStudent = <Table extends string>(table: CreateTableBuilder<Table>) =>
    table.addColumn('student_id', 'integer', (of) =>
      of.notNull().references('students.id').onDelete('cascade'),
    )
  const inTerm = <Table extends string>(table: CreateTableBuilder<Table>) =>
    refers(refers(table, 'year_id', 'years'), 'term_id', 'terms')

  await trx.schema.alterTable('students').addColumn('left_after', text).execute()

  await refers(
    inTerm(
      refers(
        refers(create('plans').addColumn('id', 'integer', id), 'school_id', 'schools'),
        'class_id',
        'classes',
      ),
    )
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('to_school', 'bigint')
      .addColumn('origin', text, (column) => column.notNull())
      .addColumn('updated_at', text, (column) => column.notNull()),
    'updated_by',
    'users',
  ).execute()
  await trx.schema
    .createIndex('plans_once')
    .on('plans')
    .columns(['year_id', 'school_id', 'class_id', 'term_id'])
    .unique()
    .execute()
  for (const column of ['school_id', 'class_id', 'term_id', 'updated_by']) await index('plans', column)

  await mayRefer(
    mayRefer(inTerm(ofStudent(create('own_plans').addColumn('id', 'integer', id))), 'school_id', 'schools')
      .addColumn('amount', 'bigint')
      .addColumn('to_school', 'bigint')
      .addColumn('reason', text, (column) => column.notNull())
      .addColumn('updated_at', text, (column) => column.notNull()),
    'updated_by',
    'users',
  ).execute()
  await trx.schema
    .createIndex('own_plans_once')
    .on('own_plans')
    .columns(['student_id', 'year_id', 'term_id'])
    .unique()
    .execute()
  await index('own_plans', 'year_id', 'student_id', 'term_id', 'amount', 'to_school')
  for (const column of ['school_id', 'term_id', 'updated_by']) await index('own_plans', column)

  await refers(refers(ofStudent(create('student_classes')), 'year_id', 'years'), 'class_id', 'classes')
    .addPrimaryKeyConstraint('student_classes_key', ['student_id', 'year_id'])
    .execute()
  for (const column of ['year_id', 'class_id']) await index('student_classes', column)

  await create('plan_drafts')
    .addColumn('year_id', 'integer', (column) => column.primaryKey().references('years.id'))
    .addColumn('from_year_id', 'integer', (column) => column.notNull().references('years.id'))
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('created_by', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('saved_at', text, (column) => column.notNull())
    .execute()
  for (const column of ['from_year_id', 'created_by']) await index('plan_drafts', column)

  await mayRefer(
    refers(
      refers(
        create('plan_draft_rows').addColumn('year_id', 'integer', (column) =>
          column.notNull().references('plan_drafts.year_id').onDelete('cascade'),
        ),
        'school_id',
        'schools',
      ),
      'class_id',
      'classes',
    ),
    'from_class_id',
    'classes',
  )
    .addColumn('students', 'integer', (column) => column.notNull())
    .addColumn('terms', text, (column) => column.notNull())
    .addColumn('decision', text)
    .addColumn('chosen', text)
    .addPrimaryKeyConstraint('plan_draft_rows_key', ['year_id', 'school_id', 'class_id'])
    .execute()
  for (const column of ['school_id', 'class_id', 'from_class_id']) await index('plan_draft_rows', column)

  await addCommitments()
  await addPayments()

  async function addCommitments(): Promise<void> {
    let commitments = mayRefer(
      ofStudent(create('commitments').addColumn('id', 'integer', id)),
      'supporter_id',
      'users',
    )
      .addColumn('source', text)
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('pays_school', 'integer', (column) => column.notNull())
    for (const column of ['from_year_id', 'from_term_id', 'until_year_id', 'until_term_id']) {
      const table = column.includes('year') ? 'years' : 'terms'
      commitments = column.startsWith('from')
        ? refers(commitments, column, table)
        : mayRefer(commitments, column, table)
    }
    commitments = commitments
      .addColumn('starts', text, (column) => column.notNull())
      .addColumn('ends', text, (column) => column.notNull())
      .addColumn('note', text)
      .addColumn('end_reason', text)
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
    await mayRefer(
      mayRefer(commitments, 'created_by', 'users').addColumn('updated_at', text, (column) =>
        column.notNull(),
      ),
      'updated_by',
      'users',
    ).execute()
    // Covers the sums of Funding.
    await index('commitments', 'student_id', 'starts', 'ends', 'pays_school', 'amount')
    for (const column of [
      'supporter_id',
      'from_year_id',
      'from_term_id',
      'until_year_id',
      'until_term_id',
      'created_by',
      'updated_by',
    ])
      await index('commitments', column)

    await mayRefer(
      inTerm(
        ofStudent(
          create('received')
            .addColumn('id', 'integer', id)
            .addColumn('commitment_id', 'integer', (column) =>
              column.notNull().references('commitments.id').onDelete('cascade'),
            ),
        ),
      )
        .addColumn('amount', 'bigint', (column) => column.notNull())
        .addColumn('received_on', text, (column) => column.notNull())
        .addColumn('noted_at', text, (column) => column.notNull()),
      'noted_by',
      'users',
    ).execute()
    await index('received', 'commitment_id', 'year_id', 'term_id', 'amount')
    for (const column of ['student_id', 'year_id', 'term_id', 'noted_by']) await index('received', column)

    await mayRefer(
      create('promise_letters').addColumn('letter_id', 'integer', (column) =>
        column.primaryKey().references('letters.id').onDelete('cascade'),
      ),
      'supporter_id',
      'users',
    )
      .addColumn('kind', text, (column) => column.notNull())
      .execute()
    await index('promise_letters', 'supporter_id', 'kind', 'letter_id')
  }

  async function addPayments(): Promise<void> {
    const accounts = refers(create('school_accounts').addColumn('id', 'integer', id), 'school_id', 'schools')
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('bank', text)
      .addColumn('branch', text)
      .addColumn('account_name', text)
      .addColumn('number', text)
      .addColumn('business_number', text)
      .addColumn('paybill_by', text)
      .addColumn('word', text)
      .addColumn('same', text, (column) => column.notNull())
      .addColumn('heard_from', text, (column) => column.notNull())
      .addColumn('set_at', text, (column) => column.notNull())
    await mayRefer(
      refers(accounts, 'set_by', 'users')
        .addColumn('replaced_at', text)
        .addColumn('checked_at', text)
        .addColumn('spoke_to', text),
      'checked_by',
      'users',
    ).execute()
    await trx.schema
      .createIndex('school_accounts_in_use')
      .on('school_accounts')
      .column('school_id')
      .unique()
      .where(sql.ref('replaced_at'), 'is', null)
      .execute()
    await index('school_accounts', 'school_id', 'id')
    for (const column of ['same', 'set_by', 'checked_by']) await index('school_accounts', column)

    let payments = inTerm(
      create('payments')
        .addColumn('id', 'integer', id)
        .addColumn('number', 'integer', (column) => column.notNull().unique()),
    )
      .addColumn('state', text, (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('note', text)
      .addColumn('is_approved_alone', 'integer', (column) => column.notNull())
    for (const done of ['created', 'sent', 'returned', 'approved']) {
      const isNeeded = done === 'created'
      payments = payments.addColumn(`${done}_at`, text, (column) => (isNeeded ? column.notNull() : column))
      payments = (isNeeded ? refers : mayRefer)(payments, `${done}_by`, 'users')
    }
    await payments.execute()
    await trx.schema
      .createIndex('payments_open')
      .on('payments')
      .columns(['year_id', 'term_id'])
      .unique()
      .where(sql.ref('state'), '<>', sql.lit('approved'))
      .execute()
    await index('payments', 'year_id', 'term_id', 'state', 'id')
    for (const column of ['term_id', 'created_by', 'sent_by', 'returned_by', 'approved_by'])
      await index('payments', column)

    await create('payment_preparers')
      .addColumn('payment_id', 'integer', (column) =>
        column.notNull().references('payments.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
      .addPrimaryKeyConstraint('payment_preparers_key', ['payment_id', 'user_id'])
      .execute()
    await index('payment_preparers', 'user_id')

    await refers(
      refers(create('transfers').addColumn('id', 'integer', id), 'payment_id', 'payments')
        .addColumn('paid_on', text, (column) => column.notNull())
        .addColumn('reference', text, (column) => column.notNull())
        .addColumn('noted_at', text, (column) => column.notNull()),
      'noted_by',
      'users',
    ).execute()
    for (const column of ['payment_id', 'noted_by']) await index('transfers', column)

    const ofPayment = create('payment_lines')
      .addColumn('id', 'integer', id)
      .addColumn('payment_id', 'integer', (column) =>
        column.notNull().references('payments.id').onDelete('cascade'),
      )
    const lines = mayRefer(
      mayRefer(refers(ofStudent(ofPayment), 'school_id', 'schools'), 'class_id', 'classes'),
      'account_id',
      'school_accounts',
    )
      .addColumn('owed', 'bigint')
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('is_left_out', 'integer', (column) => column.notNull())
      .addColumn('reason', text)
      .addColumn('name', text)
      .addColumn('admission_no', text)
      .addColumn('class', text)
      .addColumn('school', text)
    await mayRefer(
      mayRefer(lines, 'transfer_id', 'transfers')
        .addColumn('came_back_on', text)
        .addColumn('came_back_reason', text)
        .addColumn('came_back_at', text),
      'came_back_by',
      'users',
    ).execute()
    await trx.schema
      .createIndex('payment_lines_once')
      .on('payment_lines')
      .columns(['payment_id', 'student_id'])
      .unique()
      .execute()
    // Covers the sums of Funding.
    await trx.schema
      .createIndex('payment_lines_sums')
      .on('payment_lines')
      .columns(['payment_id', 'student_id', 'is_left_out', 'transfer_id', 'came_back_on', 'amount'])
      .execute()
    for (const column of ['student_id', 'school_id', 'class_id', 'account_id', 'transfer_id', 'came_back_by'])
      await index('payment_lines', column)

    await mayRefer(
      create('payment_ticks')
        .addColumn('payment_id', 'integer', (column) =>
          column.notNull().references('payments.id').onDelete('cascade'),
        )
        .addColumn('key', text, (column) => column.notNull())
        .addColumn('kind', text, (column) => column.notNull()),
      'school_id',
      'schools',
    )
      .addColumn('spoke_to', text)
      .addColumn('ticked_at', text, (column) => column.notNull())
      .addColumn('ticked_by', 'integer', (column) => column.notNull().references('users.id'))
      .addPrimaryKeyConstraint('payment_ticks_key', ['payment_id', 'key'])
      .execute()
    for (const column of ['school_id', 'ticked_by']) await index('payment_ticks', column)

    await refers(
      mayRefer(
        refers(
          create('payment_downloads').addColumn('id', 'integer', id),
          'payment_id',
          'payments',
        ).addColumn('kind', text, (column) => column.notNull()),
        'school_id',
        'schools',
      ).addColumn('at', text, (column) => column.notNull()),
      'user_id',
      'users',
    ).execute()
    await index('payment_downloads', 'payment_id', 'kind', 'id')
    for (const column of ['school_id', 'user_id']) await index('payment_downloads', column)

    await create('receipt_lines')
      .addColumn('receipt_id', 'integer', (column) =>
        column.notNull().references('receipts.id').onDelete('cascade'),
      )
      .addColumn('line_id', 'integer', (column) =>
        column.notNull().references('payment_lines.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('receipt_lines_key', ['receipt_id', 'line_id'])
      .execute()
    await index('receipt_lines', 'line_id', 'receipt_id')
  }
}
