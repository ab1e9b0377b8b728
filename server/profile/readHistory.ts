import { sql } from 'kysely'
import { namesOf } from '#contract/base/fields.ts'
import { termName } from '#contract/notifications.ts'
import { canSeeErasures, canSeeRegisters } from '#contract/permissions.ts'
import { documentTypes } from '#contract/records/documents.ts'
import { type ChangedThing, changedThings, type StudentChange } from '#contract/students/studentChanges.ts'
import type { Db } from '../database/connect.ts'
import type { Actor } from '../database/history.ts'
import type { RecordKind } from '../database/recordTables.ts'
import { historyOfStudent } from '../privacy/studentHistory.ts'
import { checkStudent } from '../privacy/visibility/visibleStudents.ts'
import { userNameIn } from '../users/userNameIn.ts'
import { withTerm } from '../records/termsOf.ts'

/** The changes of a student and of what belongs to them, as far as the user may see them. */
export async function readHistory(db: Db, student_id: number, actor: Actor): Promise<StudentChange[]> {
  await checkStudent(db, student_id, actor)
  const seen = namesOf(changedThings).filter(
    (thing) => thing !== 'wrong_recipient' || canSeeRegisters(actor.role),
  )
  const names = await namesOfThings(db, student_id)
  return (await historyOfStudent(db, student_id)).flatMap(({ entity, entity_id, ...entry }) => {
    const thing = seen.find((each) => each === entity)
    const namesErasure = entry.changes.some(({ field }) => field === 'erasure_on')
    if (!thing || (namesErasure && !canSeeErasures(actor.role))) return []
    return Object.assign(entry, { entity: thing, of: names[thing]?.get(entity_id) ?? null })
  })
}

type Names = Partial<Record<ChangedThing, Map<number, string>>>

/** What belongs to a student, by id, as its changes name it. */
async function namesOfThings(db: Db, student_id: number): Promise<Names> {
  const terms = async (kind: RecordKind) => {
    const rows = await withTerm(db, kind).where('student_id', '=', student_id).execute()
    return new Map(rows.map(({ id, ...time }) => [id, termName(time)]))
  }
  const documents = await db
    .selectFrom('documents')
    .innerJoin('years', 'years.id', 'documents.year_id')
    .select(['documents.id', 'type', 'year_name'])
    .where('student_id', '=', student_id)
    .execute()
  const media = await db
    .selectFrom('media')
    .select(['id', 'title'])
    .where('student_id', '=', student_id)
    .execute()
  const promises = await db
    .selectFrom('commitments')
    .leftJoin('users', 'users.id', 'supporter_id')
    .select(['commitments.id', sql<string>`coalesce(${userNameIn('users')}, source, '')`.as('by')])
    .where('student_id', '=', student_id)
    .execute()
  return {
    report: await terms('report'),
    receipt: await terms('receipt'),
    document: new Map(
      documents.map(({ id, type, year_name }) => [
        id,
        `${documentTypes[type as keyof typeof documentTypes]}, ${year_name}`,
      ]),
    ),
    commitment: new Map(promises.map(({ id, by }) => [id, by])),
    media: new Map(media.map(({ id, title }) => [id, title])),
  }
}
