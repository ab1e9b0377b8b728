import { type RawBuilder, sql } from 'kysely'
import { dayOf, formatDay } from '#contract/base/days.ts'
import { OPEN_END, periodKey } from '#contract/lookups.ts'
import { PROMISE_LETTER } from '#contract/privacy/accesses.ts'
import { fundingMessages, type PromiseLetterForm, type Renewal } from '#contract/money/funding.ts'
import type { PromiseLetterKind } from '#contract/money/commitments.ts'
import { toShillings } from '#contract/records/receipts.ts'
import { USER_DISABLED, userName } from '#contract/users.ts'
import { conflict, invalid } from '../base/ApiError.ts'
import type { Db } from '../database/connect.ts'
import { type Change, type Trx, writeChange } from '../database/history.ts'
import { lockRow } from '../database/lockRow.ts'
import { plainLetter } from '../mail/letterHtml.ts'
import { noteDepartures } from '../privacy/accesses/departures.ts'
import {
  isFromKenya,
  isHiddenStudent,
  isRestrictedOrErased,
} from '../privacy/visibility/sharedWithSupporter.ts'
import type { Services } from '../Services.ts'
import { checkLetterNames } from './letterNames.ts'
import { endingSoon, lateIn } from './listFunding.ts'
import { authorIn } from '../users/userNameIn.ts'
import { type FundingTime, readTime } from './terms.ts'

type Row = {
  commitment_id: number
  student_id: number
  student: string
  ref: string
  term_id: number | null
  term_key: string
  amount: number
  received: number
  from_year_id: number
  from_term_id: number
  until_year_id: number | null
  until_term_id: number | null
  supporter_id: number | null
  source: string | null
  first_name: string | null
  last_name: string | null
  email: string | null
  status: number | null
  may_name: number
}

/** Whether a letter to who promised may not name the student. A promise may be of another supporter than the student’s. */
const isHiddenIn = (today: string) => sql<boolean>`case
  when commitments.supporter_id is null then ${isRestrictedOrErased('promises.student_id')}
  else ${isHiddenStudent('promises.student_id', today, isFromKenya('users.country'))} end`

/** Late promises, with one row for each supporter or source. */
export const listLate = async (db: Db, time: FundingTime): Promise<Renewal[]> =>
  (await readLate(db, time)).map(({ renewal }) => renewal)

export const listEndingSoon = async (db: Db, today: string): Promise<Renewal[]> =>
  (await readEndingSoon(db, today)).map(({ renewal }) => renewal)

async function readLate(db: Db, time: FundingTime): Promise<Found[]> {
  const late = lateIn(time)
  return late ? readRenewals(db, 'late', late, time.today, time.terms.at(-1)?.key) : []
}

const readEndingSoon = async (db: Db, today: string): Promise<Found[]> =>
  readRenewals(db, 'ends_soon', await endingSoon(db, today), today)

/** `last_term`: the last late term, or the last term in which a promise ends. */
type Found = { renewal: Renewal; last_term: string }

async function readRenewals(
  db: Db,
  kind: PromiseLetterKind,
  promises: RawBuilder<unknown>,
  today: string,
  until: string = OPEN_END,
): Promise<Found[]> {
  const { rows } = await sql<Row>`
    select promises.id as commitment_id, promises.student_id, students.name as student, students.ref,
      promises.amount, term_key, ${kind === 'late' ? sql`promises.term_id, received` : sql`null as term_id, 0 as received`},
      from_year_id, from_term_id, until_year_id, until_term_id, commitments.supporter_id, commitments.source, first_name, last_name, email,
      users.status, case when ${isHiddenIn(today)} then 0 else 1 end as may_name
    from (${promises}) as promises
    join commitments on commitments.id = promises.id
    join students on students.id = promises.student_id
    left join users on users.id = commitments.supporter_id
    order by students.search_all, promises.id, term_id`.execute(db)
  if (rows.length === 0) return []
  const asked = await readAsked(
    db,
    kind,
    rows.map(({ supporter_id }) => supporter_id),
    until,
  )
  const groups = Map.groupBy(rows, ({ supporter_id, source }) => supporter_id ?? source)
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { supporter_id, source, first_name, last_name, email, status } = first
    const amount = own.reduce((sum, promise) => sum + promise.amount, 0)
    const missing =
      kind === 'late' ? own.reduce((sum, promise) => sum + promise.amount - promise.received, 0) : 0
    const last_term = own.reduce((last, { term_key }) => (term_key > last ? term_key : last), '')
    const letters = asked.get(supporter_id) ?? []
    const renewal = {
      supporter_id,
      name: first_name === null ? (source ?? '') : userName({ first_name, last_name: last_name ?? '' }),
      email: status === USER_DISABLED ? null : email,
      promises: own.map((promise) => ({
        commitment_id: promise.commitment_id,
        student_id: promise.student_id,
        student: promise.student,
        ref: promise.ref,
        term_id: promise.term_id,
        amount: toShillings(promise.amount),
        received: toShillings(promise.received),
        from_year_id: promise.from_year_id,
        from_term_id: promise.from_term_id,
        until_year_id: promise.until_year_id,
        until_term_id: promise.until_term_id,
        may_name: promise.may_name === 1,
      })),
      amount: toShillings(amount),
      missing: toShillings(missing),
      asked_at: letters.find((letter) => letter.last_term >= last_term)?.asked_at ?? null,
    }
    return { renewal, last_term }
  })
}

/**
 * When these supporters were last asked about each term, the latest first. A letter about a term after `until` does not
 * count. An older letter without a term counts for the year in which it was written.
 */
async function readAsked(db: Db, kind: PromiseLetterKind, supporters: (number | null)[], until: string) {
  const letters = await db
    .selectFrom('promise_letters')
    .innerJoin('letters', 'letters.id', 'letter_id')
    .select((eb) => ['supporter_id', 'last_term', eb.fn.max('created_at').as('asked_at')])
    .where('kind', '=', kind)
    .where('state', '!=', 'failed')
    .where('supporter_id', 'in', [...new Set(supporters)])
    .where((eb) => eb.or([eb('last_term', 'is', null), eb('last_term', '<=', until)]))
    .groupBy(['supporter_id', 'last_term'])
    .orderBy('asked_at', 'desc')
    .execute()
  const known = letters.map(({ last_term, ...letter }) =>
    Object.assign(letter, { last_term: last_term ?? periodKey(letter.asked_at.slice(0, 4), OPEN_END) }),
  )
  return Map.groupBy(known, ({ supporter_id }) => supporter_id)
}

/** Sends a letter about promises that are late or end soon. Nothing is sent without a person. */
export async function sendPromiseLetter(
  change: Change,
  { supporter_id, kind, year_id, term_id, subject, text, seen }: PromiseLetterForm,
  { outbox, config }: Pick<Services, 'outbox' | 'config'>,
): Promise<void> {
  const { trx, actor, at } = change
  // One letter to a supporter at a time: the next sender sees this one.
  await lockRow(trx, 'users', supporter_id)
  const renewals =
    kind === 'late'
      ? await readLate(trx, await readTime(trx, { year: year_id, term: term_id }, actor.today))
      : await readEndingSoon(trx, actor.today)
  const found = renewals.find((each) => each.renewal.supporter_id === supporter_id)
  if (!found) throw conflict(fundingMessages.nothingToAsk)
  const { renewal, last_term } = found
  if (renewal.email === null) throw invalid({ supporter_id: [fundingMessages.supporterUnknown] })
  checkLetterNames({ subject, text }, renewal, [actor.name, config.charityName])
  await refuseWritten(trx, { supporter_id, kind }, renewal.asked_at, seen)
  const letter = plainLetter(subject, config.charityName, text.split(/\n+/))
  const [letter_id = 0] = await outbox.writeAll(trx, [
    { ...letter, recipient: renewal.email, user_id: supporter_id },
  ])
  await trx.insertInto('promise_letters').values({ letter_id, supporter_id, kind, last_term }).execute()
  const students = new Set(renewal.promises.map(({ student_id }) => student_id))
  const left = {
    user_id: actor.id,
    at,
    how: 'letter',
    what: PROMISE_LETTER,
    went_to: renewal.name,
    letter_id,
  } as const
  await noteDepartures(
    trx,
    [...students].map((student_id) => Object.assign({ student_id }, left)),
  )
  await writeChange(change, {
    entity: 'letter',
    entity_id: letter_id,
    action: actions[kind],
    changes: { supporter: [null, renewal.name] },
  })
}

const actions = { late: 'asked for a promise', ends_soon: 'asked to renew' } as const

/** Refuses a letter if its writer has not seen the last one to the same supporter. */
async function refuseWritten(
  trx: Trx,
  { supporter_id, kind }: Pick<PromiseLetterForm, 'supporter_id' | 'kind'>,
  asked_at: string | null,
  seen: string | null | undefined,
): Promise<void> {
  if (seen === undefined || asked_at === null || asked_at === seen) return
  const last = await trx
    .selectFrom('promise_letters')
    .innerJoin('letters', 'letters.id', 'letter_id')
    .innerJoin('history', 'entity_id', 'letter_id')
    .leftJoin('users', 'users.id', 'history.user_id')
    .select(authorIn('users').as('by'))
    .where('supporter_id', '=', supporter_id)
    .where('kind', '=', kind)
    .where('letters.created_at', '=', asked_at)
    .where('entity', '=', 'letter')
    .where('action', '=', actions[kind])
    .orderBy('history.id', 'desc')
    .executeTakeFirst()
  const day = formatDay(dayOf(new Date(asked_at)))
  throw conflict(fundingMessages.writtenMeanwhile(last?.by ?? 'Somebody', day))
}
