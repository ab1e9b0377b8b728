import type { HistoryEntry as ReadEntry } from '#contract/base/call.ts'
import type { Db } from '../database/connect.ts'
import { asText, type Changes } from '../database/history.ts'
import { userNameIn } from '../users/userNameIn.ts'

/** The tables whose rows belong to one student, by the name that the history gives them. */
const tableOf = {
  report: 'reports',
  receipt: 'receipts',
  document: 'documents',
  media: 'media',
  consent: 'consents',
  request: 'requests',
} as const

export type StudentEntry = ReadEntry & { entity: string; entity_id: number }

type Owned = keyof typeof tableOf

/** The ids of a student and of what belongs to them, by the names of the history. */
export async function idsOfStudent(db: Db, student_id: number): Promise<Record<'student' | Owned, number[]>> {
  const idsIn = async (entity: Owned) => {
    const rows = await db
      .selectFrom(db.dynamic.table(tableOf[entity]).as('record'))
      .select('record.id')
      .where('record.student_id', '=', student_id)
      .execute()
    return rows.map(({ id }) => id)
  }
  return {
    student: [student_id],
    report: await idsIn('report'),
    receipt: await idsIn('receipt'),
    document: await idsIn('document'),
    media: await idsIn('media'),
    consent: await idsIn('consent'),
    request: await idsIn('request'),
  }
}

/** Every change of a student and of what belongs to them, the newest first. */
export async function historyOfStudent(db: Db, student_id: number): Promise<StudentEntry[]> {
  // As values: with subqueries PostgreSQL would read the whole history.
  const ids = Object.entries(await idsOfStudent(db, student_id)).filter(([, own]) => own.length > 0)
  const rows = await db
    .selectFrom('history')
    .leftJoin('users', 'users.id', 'history.user_id')
    .select(['history.id', 'entity', 'entity_id', 'at', 'action', 'changes', userNameIn('users').as('by')])
    .where((eb) => eb.or(ids.map(([entity, own]) => eb('entity', '=', entity).and('entity_id', 'in', own))))
    .orderBy('history.id', 'desc')
    .execute()
  return rows.map(({ changes, ...entry }) =>
    Object.assign(entry, {
      changes: Object.entries(JSON.parse(changes) as Changes).map(([field, [from, to]]) => ({
        field,
        from: asText(from),
        to: asText(to),
      })),
    }),
  )
}
