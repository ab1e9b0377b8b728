import { sql } from 'kysely'
import type { SessionUser } from '#contract/identity/auth.ts'
import { type Import, importKinds } from '#contract/imports.ts'
import { type ListQuery, searchText } from '#contract/base/lists.ts'
import { canImport, canUndoImports } from '#contract/permissions.ts'
import { lookupKinds, lookups } from '#contract/lookups.ts'
import { entryExams } from '#contract/students/entryExams.ts'
import { USER_NEW } from '#contract/users.ts'
import type { Db } from '../database/connect.ts'
import type { Tables } from '../database/tables.ts'
import { pageInMemory } from '../database/lists.ts'
import { fileUrlIn } from '../files/fileUrl.ts'
import { notFound } from '../base/ApiError.ts'
import { userNameIn } from '../users/userNameIn.ts'

/** Reads the whole list, because a charity has a few dozen imports at most. */
export async function listImports(db: Db, asked: ListQuery, viewer: SessionUser) {
  const rows = (await importRows(db, viewer).orderBy('imports.id', 'desc').execute()).map(shownTo(viewer))
  return pageInMemory(rows, asked, {
    searchText: ({ file, by, kind }) => searchText([by], [file ?? '', kind]),
    // The newest first by default.
    sortRows: (all, sort) => (sort !== undefined && !sort.startsWith('-') ? all.toReversed() : all),
  })
}

export async function findImport(db: Db, id: number, viewer: SessionUser) {
  const found = await importRows(db, viewer)
    .select('file_names')
    .where('imports.id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound()
  const { file_names, ...of } = found
  const files: Record<number, string[]> = JSON.parse(file_names ?? '{}')
  const rows = await db
    .selectFrom('import_rows')
    .leftJoin('students', (join) =>
      join.onRef('students.id', '=', 'entity_id').on('import_rows.entity', '=', 'student'),
    )
    .leftJoin('files as paper', 'paper.id', 'students.certificate_id')
    .select((eb) => [
      eb.ref('row').$notNull().as('row'),
      'entity_id as id',
      'import_rows.name',
      'import_rows.ref',
      eb('before', 'is', null).as('is_new'),
      fileUrlIn('students.picture_id').as('path'),
      'entry_exam',
      'paper.purpose as paper',
      'students.status',
    ])
    .where('import_id', '=', id)
    .where('row', 'is not', null)
    .orderBy('row')
    .execute()
  return {
    ...shownTo(viewer)(of),
    rows: rows.map(({ is_new, entry_exam, paper, ...row }) =>
      Object.assign(row, {
        is_new: Boolean(is_new),
        has_certificate: entry_exam !== null && paper === entryExams[entry_exam].fact,
        files: files[row.row] ?? [],
      }),
    ),
  }
}

/**
 * The imported users who are New and have received no letter. Read with subqueries, because PostgreSQL would begin joins
 * with all users who are New.
 */
export const uninvited = (db: Db) =>
  db
    .selectFrom('import_rows')
    .innerJoin('users', 'users.id', 'import_rows.entity_id')
    .where('import_rows.entity', '=', 'user')
    .where('users.status', '=', USER_NEW)
    .where((eb) => {
      const letters = eb.selectFrom('letters').whereRef('letters.user_id', '=', 'users.id')
      // Old letters are deleted, so the history is checked too.
      const invitations = eb
        .selectFrom('history')
        .where('entity', '=', 'user')
        .whereRef('entity_id', '=', 'users.id')
        .where('action', 'in', ['invited', 'sent link again'])
      return eb.not(
        eb.or([eb.exists(letters.select('letters.id')), eb.exists(invitations.select('history.id'))]),
      )
    })

function importRows(db: Db, viewer: SessionUser) {
  const kinds = importKinds.filter((kind) => canImport(viewer.role, kind))
  return db
    .selectFrom('imports')
    .innerJoin('users as by', 'by.id', 'imports.user_id')
    .select(['imports.id', 'kind', 'file', 'created', 'updated', 'skipped', 'at', 'undone_at'])
    .select([
      userNameIn('by').$castTo<string>().as('by'),
      leftRows(db).as('left'),
      countOf(db, 'school').as('schools'),
      countOf(db, 'cluster').as('clusters'),
      countOf(db, ...lookupKinds.map((kind) => lookups[kind].entity)).as('lookups'),
      uninvited(db)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('import_rows.import_id', '=', sql<number>`imports.id`)
        .$asScalar()
        .$notNull()
        .as('uninvited'),
    ])
    .where('kind', 'in', kinds)
}

/** How many rows an undo has left. */
const leftRows = (db: Db) =>
  sql<number>`case when imports.undone_at is null then 0 else (${db
    .selectFrom('import_rows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('import_id', '=', sql<number>`imports.id`)
    .where('undone_at', 'is', null)}) end`

/** How many the import added beside its rows. */
const countOf = (db: Db, ...entities: Tables['import_rows']['entity'][]) =>
  db
    .selectFrom('import_rows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('import_id', '=', sql<number>`imports.id`)
    .where('entity', 'in', entities)
    .where('row', 'is', null)
    .$asScalar()
    .$notNull()

type Row = Omit<Import, 'can_undo'>

const shownTo =
  ({ role }: SessionUser) =>
  (row: Row): Import => ({
    ...row,
    can_undo: (row.undone_at === null || row.left > 0) && canUndoImports(role),
  })
