import { type RawBuilder, sql } from 'kysely'
import { type SharedPurpose, sharedPurposes } from '#contract/privacy/consentStates.ts'
import { canSeeEveryStudent } from '#contract/permissions.ts'

/**
 * The rule of consent: which data of a student the supporter may see today. It reads `consent_states`, which has one row for
 * each student whose consent is recorded, and the gate. A No is never shared, a Yes until its last day, and what has no
 * consent unless the gate hides it.
 */

/** A No in `consent_states`. It is less than any day. */
export const NO = ''
/** The last day of a Yes without an end. */
export const NO_END = '9999-12-31'

const no = sql.lit(NO)
export const always = sql<boolean>`true`
type Day = string | RawBuilder<string>
/** The column that contains a student's id, or the id itself. */
export type StudentId = string | RawBuilder<number>
export const idIn = (student: StudentId) => (typeof student === 'string' ? sql.ref(student) : student)

/** Whether a purpose is shared, 1 or 0, where `stateOf` selects. */
const isShared = (purpose: SharedPurpose, today: Day) => {
  const until = sql.ref(`state.${purpose}`)
  return sql<number>`case when state.register = ${no} or ${until} = ${no} then 0 when ${until} >= ${today} then 1
    when hold_from <= ${today} then 0 else 1 end`
}
const stateOf = (student: StudentId) =>
  sql`from consent_gate left join consent_states as state on state.student_id = ${idIn(student)}`

/** Whether what a purpose covers may reach the supporter of a student. */
export const reachesSupporter = (purpose: SharedPurpose, student: StudentId, today: Day) =>
  sql<boolean>`((select ${isShared(purpose, today)} ${stateOf(student)}) = 1 and not ${isBeingErased(student)})`

/** Whether the record of a student waits to be anonymised, or is. */
export const isBeingErased = (student: StudentId) =>
  sql<boolean>`exists (select 1 from anonymisations where anonymisations.student_id = ${idIn(student)})`

/** Whether somebody said No to keeping the record of a student. A subquery for each row: a supporter has few students. */
export const isRecordRefused = (student: string) =>
  sql<boolean>`coalesce((select state.register from consent_states as state
    where state.student_id = ${sql.ref(student)}) = ${no}, false)`

const isVideo = sql<boolean>`files.type = 'video/mp4'`

/** Whether another student in such a picture or video has a No. */
const showsRefused = (which: RawBuilder<boolean>, isFilm: RawBuilder<boolean>) =>
  sql<boolean>`exists (select 1 from media_students where ${which} and (
    exists (select 1 from consent_states as state where state.student_id = media_students.student_id
      and (register = ${no} or pictures = ${no} or (${isFilm} and videos = ${no})))
    or student_id in (select student_id from anonymisations)))`

/**
 * Whether a row of `media`, under this name, joined with `files`, may reach the supporter of its student. A group picture
 * does not if any other student in it has a No. About a student whose id is given the database asks only once, and about
 * the group pictures of that gallery only if anybody in them has a No.
 */
export const isSharedMedia = (
  media: 'media' | 'record',
  today: Day,
  student: StudentId = `${media}.student_id`,
) => {
  const isRefused = showsRefused(sql`media_students.media_id = ${sql.ref(`${media}.id`)}`, isVideo)
  const isAnyRefused =
    typeof student === 'string' ? always : showsRefused(sql`media_students.gallery_of = ${student}`, always)
  return sql<boolean>`(
    case when ${isVideo} then ${reachesSupporter('videos', student, today)}
      else ${reachesSupporter('pictures', student, today)} end
    and not (${isAnyRefused} and ${isRefused}))`
}

/** The purposes of a visible student that are not shared with a reading supporter, as words with blanks after them. Empty for staff. */
export const hiddenIn = ({ role, today }: { role: number; today: Day }) =>
  canSeeEveryStudent(role)
    ? sql<string>`''`
    : sql<string>`(select ${sql.join(
        sharedPurposes.map(
          (purpose) =>
            sql`case when ${isShared(purpose, today)} = 1 then '' else ${sql.lit(`${purpose} `)} end`,
        ),
        sql` || `,
      )} ${stateOf('students.id')})`

/** Reads that text. */
export const hiddenOf = (words: string): SharedPurpose[] =>
  sharedPurposes.filter((purpose) => words.includes(purpose))
