import { type RawBuilder, sql } from 'kysely'
import {
  isAddedPurpose,
  KENYA,
  type Purpose,
  type SharedPurpose,
  sharedPurposes,
} from '#contract/privacy/consentStates.ts'
import { canSeeEveryStudent } from '#contract/permissions.ts'

/**
 * The rule of consent: which data of a student the supporter may see today. It reads `consent_states`, which has one row for
 * each student whose consent is recorded, and the gate. A Yes is shared until its last day, a No never, and what has no
 * consent unless the gate hides it. A No to keeping the record hides the student, as does one to a supporter abroad if the
 * supporter lives outside Kenya. While a record is restricted, or waits to be anonymised, its student is hidden too.
 */

/** A No in `consent_states`. It is less than any day. */
export const NO = ''
/** The last day of a Yes without an end. */
export const NO_END = '9999-12-31'

export const always = sql<boolean>`true`
type Day = string | RawBuilder<string>
/** The column that contains a student's id, or the id itself. */
export type StudentId = string | RawBuilder<number>
export const idIn = (student: StudentId) => (typeof student === 'string' ? sql.ref(student) : student)

/** Whether a purpose was refused or has ended. A No is less than any day. */
const isRefusedOrEnded = (purpose: Purpose, today: Day) =>
  sql<boolean>`coalesce(${sql.ref(`state.${purpose}`)} < ${today}, false)`
/** Whether a purpose is given, or is not recorded while the gate only counts. */
const isGivenOrUnasked = (purpose: Purpose, today: Day) =>
  sql<boolean>`coalesce(${sql.ref(`state.${purpose}`)} >= ${today}, ${holdFrom(purpose)} > ${today}, true)`
const holdFrom = (purpose: Purpose) =>
  isAddedPurpose(purpose)
    ? sql`case when added_from > hold_from then added_from else hold_from end`
    : sql`hold_from`

/** Whether a user lives in Kenya, as `livesInKenya` decides it. */
export const isFromKenya = (country: string) =>
  sql<boolean>`coalesce(lower(${sql.ref(country)}) in (${sql.join(KENYA.map((name) => sql.lit(name)))}), false)`

const isSupportedFromKenya = (student: StudentId) =>
  sql<boolean>`exists (select 1 from students as child inner join users as supporter on supporter.id = child.supporter_id
    where child.id = ${idIn(student)} and ${isFromKenya('supporter.country')})`

/** Whether a purpose is shared, where `stateOf` selects. */
const isShared = (purpose: SharedPurpose, student: StudentId, today: Day) =>
  sql<boolean>`(not ${isRefusedOrEnded('register', today)} and ${isGivenOrUnasked(purpose, today)}
    and (${isGivenOrUnasked('abroad', today)} or ${isSupportedFromKenya(student)}))`
const stateOf = (student: StudentId) =>
  sql`from consent_gate left join consent_states as state on state.student_id = ${idIn(student)}`

/** Whether what a purpose covers may reach the supporter of a student. */
export const reachesSupporter = (purpose: SharedPurpose, student: StudentId, today: Day) =>
  sql<boolean>`((select ${isShared(purpose, student, today)} ${stateOf(student)}) and not ${isRestrictedOrErased(student)})`

/** Whether the record of a student is restricted, waits to be anonymised, or is anonymised. */
export const isRestrictedOrErased = (student: StudentId) =>
  sql<boolean>`(exists (select 1 from anonymisations where anonymisations.student_id = ${idIn(student)})
    or ${isRestricted(student)})`

export const isRestricted = (student: StudentId) =>
  sql<boolean>`exists (select 1 from restrictions where restrictions.student_id = ${idIn(student)})`

/**
 * Whether a student is hidden from their supporter, or from another one of whom the query knows whether they live in Kenya. A
 * subquery for each row: a supporter has few students.
 */
export const isHiddenStudent = (student: string, today: Day, isInKenya = isSupportedFromKenya(student)) =>
  sql<boolean>`(${isRestrictedOrErased(student)} or coalesce(
    (select ${isRefusedOrEnded('register', today)} or (${isRefusedOrEnded('abroad', today)} and not ${isInKenya})
    from consent_states as state where state.student_id = ${sql.ref(student)}), false))`

const isVideo = sql<boolean>`files.type = 'video/mp4'`

/** Whether a picture or video shows another student who may not be shown to this supporter. */
const showsRefused = (
  which: RawBuilder<boolean>,
  isFilm: RawBuilder<boolean>,
  owner: StudentId,
  today: Day,
) =>
  sql<boolean>`exists (select 1 from media_students where ${which} and (
    exists (select 1 from consent_states as state where state.student_id = media_students.student_id
      and (${isRefusedOrEnded('register', today)} or ${isRefusedOrEnded('pictures', today)} or (${isFilm} and ${isRefusedOrEnded('videos', today)})
        or (${isRefusedOrEnded('abroad', today)} and not ${isSupportedFromKenya(owner)})))
    or ${isRestrictedOrErased('media_students.student_id')}))`

/**
 * Whether a row of `media`, under this name, joined with `files`, may reach the supporter of its student. A group picture
 * does not if any other student in it has a No or an ended consent. About a student whose id is given the database asks only once, and about
 * the group pictures of that gallery only if anybody in them has a No.
 */
export const isSharedMedia = (
  media: 'media' | 'record',
  today: Day,
  student: StudentId = `${media}.student_id`,
) => {
  const isRefused = showsRefused(
    sql`media_students.media_id = ${sql.ref(`${media}.id`)}`,
    isVideo,
    student,
    today,
  )
  const isAnyRefused =
    typeof student === 'string'
      ? always
      : showsRefused(sql`media_students.gallery_of = ${student}`, always, student, today)
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
            sql`case when ${isShared(purpose, 'students.id', today)} then '' else ${sql.lit(`${purpose} `)} end`,
        ),
        sql` || `,
      )} ${stateOf('students.id')})`

/** Reads that text. */
export const hiddenOf = (words: string): SharedPurpose[] =>
  sharedPurposes.filter((purpose) => words.includes(purpose))
