import { sql } from 'kysely'
import { dayOf, daysBetween } from '#contract/base/days.ts'
import type { ListQuery } from '#contract/base/lists.ts'
import {
  type PublicationState,
  publicationStates,
  type PublicChild,
  type WaitingStudent,
} from '#contract/money/funding.ts'
import { toShillings } from '#contract/records/receipts.ts'
import { ageOn } from '#contract/students/students.ts'
import type { Db } from '../database/connect.ts'
import type { Actor, Change } from '../database/history.ts'
import { finds, rowsAsked, searchOf } from '../database/lists.ts'
import { fileUrlIn } from '../files/fileUrl.ts'
import { destinationOf, noteDepartures } from '../privacy/accesses/departures.ts'
import { isRestrictedOrErased } from '../privacy/visibility/sharedWithSupporter.ts'
import { isWaiting, ownStudents } from './listFunding.ts'
import { studentSums } from './studentSums.ts'
import { type FundingTime, readTime } from './terms.ts'

type Asked = ListQuery & { year?: number | undefined; term?: number | undefined }

/** Since when a student has had no supporter: the last one was removed, or else the day of recruitment. */
const since = sql<string>`coalesce((select max(at) from history where entity = 'student' and entity_id = students.id
  and action = 'removed supporter'), students.dor, students.created_at)`

/** Whether a child may be on a list that leaves Elimu, from the last day of the family's Yes; empty for a No. */
const publicationIn = (today: string) => sql<PublicationState>`case
  when ${isRestrictedOrErased('students.id')} then 'restricted' when publication is null then 'not_recorded'
  when publication = '' then 'no' when publication >= ${today} then 'yes' else 'ended' end`

const waitingStudents = async (db: Db, time: FundingTime, actor: Actor) => sql`
  from (${await studentSums(db, time, { of: ownStudents(actor) })}) as figures
  join students on students.id = figures.student_id
  join schools on schools.id = students.school_id
  join clusters on clusters.id = schools.cluster_id
  left join classes on classes.id = figures.class_id
  left join consent_states on consent_states.student_id = students.id
  where ${isWaiting}`

type Counts = { [State in PublicationState as `all_${State}`]: number }
type Row = Counts & { all_since: string | null; found: number } & (
    | Omit<WaitingStudent, 'days'>
    | { student_id: null }
  )

/** Active students with a plan and without support, all or a page, the longest waiting first. */
export async function listWaiting(db: Db, query: Asked, actor: Actor) {
  const { isWhole, rows: asked } = rowsAsked(query)
  const time = await readTime(db, query, actor.today)
  const search = searchOf(query.search ?? '')
  const isFound = search ? finds('search', search) : sql`1 = 1`
  const counts = publicationStates.map(
    (state) =>
      sql`coalesce(sum(case when publication = ${state} then 1 else 0 end), 0) as ${sql.ref(`all_${state}`)}`,
  )
  const { rows } = await sql<Row>`
    with waiting as materialized (
      select students.id as student_id, ref, students.name, students.search, ${fileUrlIn('students.picture_id')} as path,
        schools.school, class_name as class, ${since} as since, planned, ${publicationIn(actor.today)} as publication
      ${await waitingStudents(db, time, actor)}),
    paged as (select * from waiting where ${isFound}
      order by since, student_id ${asked}),
    totals as (select ${sql.join(counts)}, min(since) as all_since,
      (select count(*) from waiting where ${isFound}) as found from waiting)
    select * from totals left join paged on 1 = 1 order by since, student_id`.execute(db)
  const [all] = rows
  if (!all) throw new Error('A sum without groups has one row.')
  return {
    data: rows
      .filter((row) => row.student_id !== null)
      .map((row): WaitingStudent => {
        const day = dayIn(row.since)
        return {
          student_id: row.student_id,
          ref: row.ref,
          name: row.name,
          path: row.path,
          school: row.school,
          class: row.class,
          since: day,
          days: daysBetween(day, actor.today),
          planned: toShillings(row.planned),
          publication: row.publication,
        }
      }),
    meta: {
      total: all.found,
      whole: isWhole,
      publication: {
        yes: all.all_yes,
        no: all.all_no,
        ended: all.all_ended,
        not_recorded: all.all_not_recorded,
        restricted: all.all_restricted,
      },
      since: all.all_since === null ? null : dayIn(all.all_since),
    },
  }
}

/** The day of a stored day or instant. */
const dayIn = (stored: string) => (stored.length > 10 ? dayOf(new Date(stored)) : stored)

/** The children who may be on a list that leaves Elimu, with first names only; each is noted. */
export async function takeWaitingList(
  { trx, actor, at }: Change,
  how: 'print' | 'download',
): Promise<PublicChild[]> {
  const time = await readTime(trx, {}, actor.today)
  const { rows } = await sql<Omit<PublicChild, 'age'> & { student_id: number; dob: string | null }>`
    select students.id as student_id, students.name, dob, class_name as class, cluster_name as area, ambition
    ${await waitingStudents(trx, time, actor)} and ${publicationIn(actor.today)} = 'yes'
    order by ${since}, students.id`.execute(trx)
  await noteDepartures(
    trx,
    rows.map(({ student_id }) => ({
      student_id,
      user_id: actor.id,
      at,
      how,
      what: 'List of children who wait for a supporter',
      went_to: destinationOf(how),
    })),
  )
  return rows.map((row) => ({
    name: row.name.split(' ', 1)[0] ?? '',
    age: ageOn(row.dob, actor.today),
    class: row.class,
    area: row.area,
    ambition: row.ambition,
  }))
}
