import type { Kysely } from 'kysely'
import { type Returned, WAITING_MAX } from '#contract/records.ts'
import type { SessionUser } from '#contract/auth.ts'
import { STUDENT_ACTIVE } from '#contract/students.ts'
import type { Tables } from '../database/tables.ts'
import { fileUrlIn } from '../files/fileUrl.ts'
import type { RecordKind } from './recordTables.ts'
import { countOf, shownOf, unverified } from './unverifiedRecords.ts'

type Db = Kysely<Tables>

/** What was returned to the viewer, the newest first. */
export async function listReturned(
  db: Db,
  kind: RecordKind,
  viewer: SessionUser,
): Promise<{ data: Returned[]; meta: { total: number } }> {
  const theirs = returnedTo(db, kind, viewer)
  const found = await rowsOf(theirs)
    .orderBy('record.updated_at', 'desc')
    .orderBy('record.id', 'desc')
    .limit(WAITING_MAX)
    .execute()
  return { data: found.map(asReturned), meta: { total: await countOf(theirs) } }
}

/** Of a student who has left nothing can be mended any more. */
const returnedTo = (db: Db, kind: RecordKind, { id }: SessionUser) =>
  unverified(db, kind)
    .where('record.entered_by', '=', id)
    .where('record.remark', 'is not', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('students')
          .select('id')
          .whereRef('id', '=', 'record.student_id')
          .where('status', '=', STUDENT_ACTIVE),
      ),
    )

const rowsOf = (records: ReturnType<typeof returnedTo>) =>
  shownOf(records).select(fileUrlIn('students.picture_id').as('path')).$narrowType<{ remark: string }>()

type Found = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

const asReturned = ({ entered_by_id: _viewer, ...row }: Found): Returned => ({ ...row, is_own: true })
