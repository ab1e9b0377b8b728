import type { Breach, OpenBreach } from '#contract/privacy/breaches.ts'
import type { Db } from '../../database/connect.ts'
import { userNameIn } from '../../users/userNameIn.ts'

/** The register: the open breaches, the first due first, then the closed ones, the newest first. */
export async function readBreaches(db: Db, id?: number): Promise<Breach[]> {
  const rows = await db
    .selectFrom('breaches')
    .innerJoin('users', 'users.id', 'breaches.noted_by')
    .selectAll('breaches')
    .select(userNameIn('users').$castTo<string>().as('noted_by'))
    .$if(id !== undefined, (one) => one.where('breaches.id', '=', id ?? 0))
    .orderBy('known_at')
    .orderBy('breaches.id')
    .execute()
  const students = await studentsOf(db, id)
  const breaches = rows.map((row) =>
    Object.assign(row, {
      students: (students.get(row.id) ?? []).map(({ breach_id: _id, ...student }) => student),
    }),
  )
  return [
    ...breaches.filter(({ closed_at }) => closed_at === null),
    ...breaches.filter(({ closed_at }) => closed_at !== null).toReversed(),
  ]
}

/** The students of each breach, by name. */
async function studentsOf(db: Db, id?: number) {
  const rows = await db
    .selectFrom('breach_students')
    .innerJoin('students', 'students.id', 'breach_students.student_id')
    .select(['breach_id', 'students.id', 'students.name', 'students.ref'])
    .$if(id !== undefined, (one) => one.where('breach_id', '=', id ?? 0))
    .orderBy('students.name')
    .orderBy('students.id')
    .execute()
  return Map.groupBy(rows, ({ breach_id }) => breach_id)
}

export const readOpenBreaches = (db: Db): Promise<OpenBreach[]> =>
  db
    .selectFrom('breaches')
    .select(['id', 'what', 'known_at', 'commissioner_on', 'families_on'])
    .where('closed_at', 'is', null)
    .orderBy('known_at')
    .orderBy('id')
    .execute()

export async function countOpenBreaches(db: Db): Promise<number> {
  const { open } = await db
    .selectFrom('breaches')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return open
}
