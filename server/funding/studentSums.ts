import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { OPEN_END } from '#contract/lookups.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../database/connect.ts'
import { type FundingTerm, type FundingTime, listMoves, listYearsUpTo } from './terms.ts'

/** The sums of a student over the chosen terms, in whole cents. */
export type StudentSums = {
  student_id: number
  status: number
  has_supporter: number
  school_id: number
  class_id: number | null
  /** 1 if a chosen term counts for the student: later terms of one who has left do not. */
  counts: number
  /** 1 if a chosen term has figures of the student's own. */
  has_own: number
  /** Null without a plan, as are `to_find` and `to_school`. */
  planned: number | null
  to_find: number | null
  promised: number
  to_school: number | null
  /** What others pay to the school. */
  direct: number
  /** What approved payments contain and did not come back, and the part of it that was sent. */
  held: number
  paid: number
  /** What the school is still owed for terms that have opened; `due` also for the others, less what is approved. */
  owed: number
  /** 0 if no amount to the school is set for the terms that have opened, or for any if none has. */
  owed_known: number
  due: number
  spent: number
  /** What was spent above the plan of a chosen term, by its id; null if it was not, or without a plan. */
  [over: `over_${number}`]: number | null
}

/** A number that is larger than every id, so that one number sorts by term and then names the class. */
const BY_TERM = sql.lit(10_000_000_000)

const list = (terms: FundingTerm[], part: (term: FundingTerm) => RawBuilder<unknown>) =>
  sql.join(terms.map(part))
const sum = (terms: FundingTerm[], part: (term: FundingTerm) => RawBuilder<unknown>) =>
  sql`(${sql.join(terms.map(part), sql` + `)})`
/** The column of a term: `amount_3`. */
const column = (name: string, { term_id }: FundingTerm) => sql.ref(`${name}_${term_id}`)
const is = ({ term_id }: FundingTerm) => sql`term_id = ${sql.lit(term_id)}`
/** An amount fits into 32 bits. PostgreSQL adds such numbers faster than longer ones, whose sums may have any length. */
const amount = sql`cast(amount as int)`
const notBelow0 = (value: RawBuilder<unknown>) => sql`case when ${value} > 0 then ${value} else 0 end`

type Limits = {
  /** A condition about `students`. */
  of?: RawBuilder<SqlBool>
  /** Only one student. */
  student_id?: number
  /** Only students with ids from the first to the last, so that other requests run between several queries. */
  ids?: readonly [first: number, last: number]
  /** The plans of this school count, not those of the student's present one. */
  school_id?: number
}

/**
 * A query with one row for each student who is Active or has figures in the chosen terms. Each table is read once, with a
 * column for each term.
 */
export async function studentSums(
  db: Db,
  time: FundingTime,
  { of = sql`1 = 1`, student_id, ids, school_id }: Limits = {},
): Promise<RawBuilder<StudentSums>> {
  const [first_id = student_id, last_id = student_id] = ids ?? []
  const isAsked = (id: RawBuilder<unknown>) =>
    first_id === undefined ? sql`` : sql`and ${id} between ${first_id} and ${last_id}`
  const only = isAsked(sql`student_id`)
  const { chosen } = time
  const year = sql.lit(time.year_id)
  const [first, last] = [sql.lit(chosen[0]?.key ?? ''), sql.lit(chosen.at(-1)?.key ?? '')]
  const counts = ({ key }: FundingTerm) => sql`counts_until >= ${sql.lit(key)}`
  const covers = ({ key }: FundingTerm) => sql`starts <= ${sql.lit(key)} and ends >= ${sql.lit(key)}`

  const ownPlans = sql`
    select student_id,
      ${list(
        chosen,
        (term) => sql`max(case when ${is(term)} then amount end) as ${column('amount', term)},
        max(case when ${is(term)} then to_school end) as ${column('to_school', term)},
        max(case when ${is(term)} then school_id end) as ${column('school', term)}`,
      )}
    from own_plans where year_id = ${year} and term_id in (${list(chosen, ({ term_id }) => sql.lit(term_id))})
    ${only} group by student_id`
  const plans = sql`
    select school_id, class_id,
      ${list(
        chosen,
        (term) => sql`max(case when ${is(term)} then amount end) as ${column('amount', term)},
        max(case when ${is(term)} then to_school end) as ${column('to_school', term)}`,
      )}
    from plans where year_id = ${year} ${school_id === undefined ? sql`` : sql`and school_id = ${school_id}`}
    group by school_id, class_id`
  const promises = sql`
    select student_id,
      ${list(
        chosen,
        (term) => sql`sum(case when ${covers(term)} then ${amount} else 0 end) as ${column('promised', term)},
        sum(case when pays_school = 1 and ${covers(term)} then ${amount} else 0 end) as ${column('direct', term)}`,
      )}
    from commitments where starts <= ${last} and ends >= ${first} ${only} group by student_id`
  // `back` is what came back: it is not owed again for a student who has left.
  const paid = (condition: RawBuilder<unknown>) => sql`sum(case when ${condition} then ${amount} else 0 end)`
  const payments = sql`
    select student_id,
      ${list(
        chosen,
        (term) => sql`${paid(sql`${is(term)} and came_back_on is null`)} as ${column('held', term)},
        ${paid(sql`${is(term)} and came_back_on is null and transfer_id is not null`)} as ${column('paid', term)},
        ${paid(sql`${is(term)} and came_back_on is not null`)} as ${column('back', term)}`,
      )}
    from payments join payment_lines on payment_lines.payment_id = payments.id
    where year_id = ${year} and state = 'approved' and is_left_out = 0
    ${only} group by student_id`

  const { classId, spent, joined } = await classes(db, time, only)
  // A student's own figures of a term may be those of a former school, to which the plan of the present one says nothing.
  const whereKnown = (name: string, term: FundingTerm) => sql`case when not ${counts(term)} then null
    when own.${column('school', term)} is null then coalesce(own.${column(name, term)}, plan.${column(name, term)})
    else own.${column(name, term)} end`
  // The terms of a year may differ in their school.
  const formerSchools = list(chosen, (term) => sql`own.${column('school', term)}`)
  const school =
    chosen.length === 1 ? sql`coalesce(${formerSchools}, students.school_id)` : sql.ref('students.school_id')
  // A student who was registered in a later year counts only with figures or a promise of their own, in all terms of the year.
  const [opens, closes] = [sql.lit(time.terms[0]?.key ?? ''), sql.lit(time.terms.at(-1)?.key ?? '')]
  const isPlannedFor = sql`(exists (select 1 from own_plans where student_id = students.id and year_id = ${year})
    or exists (select 1 from commitments where student_id = students.id and starts <= ${closes} and ends >= ${opens}))`
  const byTerm = sql`
    select students.id as student_id, students.status, students.has_supporter,
      ${school} as school_id, students.class_id,
      case when counts_until >= ${first} then 1 else 0 end as counts,
      case when own.student_id is null then 0 else 1 end as has_own,
      ${list(
        chosen,
        (term) => sql`${whereKnown('amount', term)} as ${column('amount', term)},
        ${whereKnown('to_school', term)} as ${column('to_school', term)},
        case when ${counts(term)} then coalesce(promise.${column('promised', term)}, 0) else 0 end
          as ${column('promised', term)},
        case when ${counts(term)} then coalesce(promise.${column('direct', term)}, 0) else 0 end
          as ${column('direct', term)},
        students.${column('spent', term)},
        coalesce(payment.${column('held', term)}, 0) as ${column('held', term)},
        coalesce(payment.${column('paid', term)}, 0) as ${column('paid', term)},
        case when students.status = ${sql.lit(STUDENT_ACTIVE)} then 0
          else coalesce(payment.${column('back', term)}, 0) end as ${column('back', term)}`,
      )}
    from (select students.id, students.status, students.school_id, ${classId} as class_id, ${spent},
        case when substr(dor, 1, 4) > ${time.year} and not ${isPlannedFor} then '' when students.status = ${sql.lit(STUDENT_ACTIVE)}
          then ${sql.lit(OPEN_END)} else coalesce(left_after, '') end as counts_until,
        case when supporter_id is null and supporter_name is null then 0 else 1 end as has_supporter
      from students ${joined}
      where ${of} ${isAsked(sql`students.id`)}) as students
    left join (${ownPlans}) as own on own.student_id = students.id
    left join (${plans}) as plan
      on plan.school_id = ${school_id ?? sql.ref('students.school_id')} and plan.class_id = students.class_id
    left join (${promises}) as promise on promise.student_id = students.id
    left join (${payments}) as payment on payment.student_id = students.id
    where counts_until >= ${first} or ${sum(chosen, (term) => sql`students.${column('spent', term)}`)} > 0 or ${sum(chosen, (term) => sql`coalesce(payment.${column('held', term)}, 0)`)} > 0`

  const known = (name: string) =>
    sql`case when counts = 0 then 0 when coalesce(${list(chosen, (term) => column(name, term))}, ${sql.lit(-1)}) = -1
      then null else ${sum(chosen, (term) => sql`coalesce(${column(name, term)}, 0)`)} end`
  const sumOf = (name: string) => sum(chosen, (term) => column(name, term))
  const toSchool = (term: FundingTerm, ...less: string[]) =>
    sql`(coalesce(${column('to_school', term)}, 0) - ${sql.join(
      ['direct', ...less].map((name) => column(name, term)),
      sql` - `,
    )})`
  const opened = chosen.filter(({ has_opened }) => has_opened)
  const hasToSchool = sql.join(
    (opened.length > 0 ? opened : chosen).map((term) => sql`${column('to_school', term)} is not null`),
    sql` or `,
  )
  const overPlan = (term: FundingTerm) => sql`case when ${column('spent', term)} > ${column('amount', term)}
    then ${column('spent', term)} - ${column('amount', term)} end as ${column('over', term)}`
  // The columns are computed once, although the sums use them several times.
  return sql<StudentSums>`
    with by_term as materialized (${byTerm}),
    sums as (select student_id, status, has_supporter, school_id, class_id, counts, has_own,
      ${known('amount')} as planned, ${known('to_school')} as to_school,
      ${sumOf('promised')} as promised, ${sumOf('direct')} as direct,
      ${sumOf('spent')} as spent, ${list(chosen, overPlan)},
      ${sumOf('held')} as held, ${sumOf('paid')} as paid,
      ${sum(chosen, (term) => (term.has_opened ? notBelow0(toSchool(term, 'paid', 'back')) : sql.lit(0)))} as owed,
      case when counts = 0 or ${hasToSchool} then 1 else 0 end as owed_known,
      ${sum(chosen, (term) => notBelow0(toSchool(term, 'held')))} as due
    from by_term)
    select sums.*, case when planned is null then null else ${notBelow0(sql`(planned - promised)`)} end as to_find
    from sums`
}

/**
 * The class of each student in the year: the one that was set, that of the latest record of the year, or that of the latest
 * earlier record moved up, by one class a year; or else the imported one. A class above the highest one is none.
 */
async function classes(db: Db, time: FundingTime, only: RawBuilder<unknown>) {
  const steps = await listMoves(db)
  const years = await listYearsUpTo(db, time.year)
  const place = sql`case term_id ${sql.join(
    time.terms.map(({ term_id }, index) => sql`when ${sql.lit(term_id)} then ${sql.lit(index + 1)}`),
    sql` `,
  )} end`
  const latest = sql`max((${place}) * ${BY_TERM} + class_id)`
  const newer = (card: RawBuilder<unknown>, cost: RawBuilder<unknown>) =>
    sql`(case when coalesce(${card}, 0) >= coalesce(${cost}, 0) then ${card} else ${cost} end % ${BY_TERM})`

  /** 0 stands for a class above the highest one, so that no earlier record is asked. Without a class it is null. */
  const movedUp = (class_id: RawBuilder<unknown>, by: number) => {
    if (by === 0) return class_id
    const moves = steps(by).map(([from, to]) => sql`when ${sql.lit(from)} then ${sql.lit(to)}`)
    const none = sql`${class_id} * 0`
    return moves.length === 0 ? none : sql`case ${class_id} ${sql.join(moves, sql` `)} else ${none} end`
  }
  /** This year and the one before are read as a whole, earlier ones only for students who need them. */
  const read = years.slice(0, 2)
  const rest = years.slice(2).filter(({ by }) => steps(by).length > 0)
  const ofYear = (year: number) => {
    const records = (table: string) => sql`
      select term_id, class_id from ${sql.table(table)} where year_id = ${sql.lit(year)} and student_id = students.id`
    return sql`(select ${latest} % ${BY_TERM}
      from (${records('reports')} union all ${records('receipts')}) as records)`
  }
  const candidates = [
    ...read.map(({ by }) => movedUp(newer(sql.ref(`cards_${by}.latest`), sql.ref(`costs_${by}.latest`)), by)),
    ...rest.map(({ id, by }) => movedUp(ofYear(id), by)),
    sql`case substr(students.created_at, 1, 4) ${sql.join(
      years.map(
        ({ year_name, by }) => sql`when ${sql.lit(year_name)} then ${movedUp(sql`students.class_id`, by)}`,
      ),
      sql` `,
    )} end`,
  ]
  const joined = read.map(({ id, by }) => {
    const [cards, costs] = [sql.ref(`cards_${by}`), sql.ref(`costs_${by}`)]
    const spent = list(
      time.chosen,
      (term) => sql`sum(case when ${is(term)} then total else 0 end) as ${column('spent', term)}`,
    )
    return sql`
    left join (select student_id, ${latest} as latest from reports where year_id = ${sql.lit(id)} ${only} group by student_id)
      as ${cards} on ${cards}.student_id = students.id
    left join (select student_id, ${latest} as latest, ${spent} from receipts where year_id = ${sql.lit(id)} ${only}
      group by student_id) as ${costs} on ${costs}.student_id = students.id`
  })
  return {
    classId: sql`coalesce(set_class.class_id, nullif(coalesce(${sql.join(candidates)}), 0))`,
    spent: list(
      time.chosen,
      (term) => sql`coalesce(costs_0.${column('spent', term)}, 0) as ${column('spent', term)}`,
    ),
    joined: sql`
      left join student_classes as set_class
        on set_class.student_id = students.id and set_class.year_id = ${sql.lit(time.year_id)}
      ${sql.join(joined, sql` `)}`,
  }
}

/** The rows of this query. */
export async function readSums(db: Db, time: FundingTime, limits?: Limits): Promise<StudentSums[]> {
  return (await (await studentSums(db, time, limits)).execute(db)).rows
}
