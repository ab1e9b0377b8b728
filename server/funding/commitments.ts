import type { Selectable } from 'kysely'
import {
  type Commitment,
  type CommitmentEdit,
  type CommitmentForm,
  commitmentMessages,
  type GiftForm,
  type ReceivedForm,
} from '#contract/money/commitments.ts'
import { OPEN_END } from '#contract/lookups.ts'
import { canSeeFunding, SUPPORTER } from '#contract/permissions.ts'
import { shillingsText, toCents, toShillings } from '#contract/records/receipts.ts'
import { USER_ACTIVE, userName } from '#contract/users.ts'
import { conflict, invalid, notFound } from '../base/ApiError.ts'
import type { Db } from '../database/connect.ts'
import {
  type Actor,
  type Change,
  changesBetween,
  changesToNothing,
  type Trx,
  writeAdded,
  writeChange,
} from '../database/history.ts'
import { changeVersioned } from '../database/changeVersioned.ts'
import { lockRow, lockRows } from '../database/lockRow.ts'
import type { Tables } from '../database/tables.ts'
import { lockUnlessWaiting, refuseWaiting } from '../privacy/erasure/erasures.ts'
import { authorIn, userNameIn } from '../users/userNameIn.ts'
import { lockActive } from './plans.ts'
import { readSums } from './studentSums.ts'
import { findPresentTerm, listPeriods, type Period, readTime } from './terms.ts'

type Row = Selectable<Tables['commitments']>

const nameOf = (period: Period | undefined) => (period ? `${period.term_name}, ${period.year_name}` : null)

/** The columns of a form, and its words for the history. */
async function checked(trx: Trx, form: CommitmentForm, before?: Row) {
  const { supporter_id, source, amount, pays_school, note } = form
  const { from_year_id, from_term_id, until_year_id, until_term_id } = form
  const periods = await listPeriods(trx)
  const find = (year_id: number | null, term_id: number | null) =>
    periods.find((period) => period.year_id === year_id && period.term_id === term_id)
  const [from, until] = [find(from_year_id, from_term_id), find(until_year_id, until_term_id)]
  if (!from) throw invalid({ from_term_id: [commitmentMessages.fromUnknown] })
  if (!until && until_term_id !== null) throw invalid({ until_term_id: [commitmentMessages.untilUnknown] })
  const [starts, ends] = [from.key, until?.key ?? OPEN_END]
  // One that ended before it began stays so.
  if (ends < starts && (ends !== before?.ends || starts !== before.starts))
    throw invalid({ until_term_id: [commitmentMessages.untilBefore] })
  const supporter = supporter_id === null ? null : await findSupporter(trx, supporter_id, before)
  const columns = {
    supporter_id,
    source,
    amount: toCents(amount),
    pays_school: pays_school ? 1 : 0,
    from_year_id,
    from_term_id,
    until_year_id,
    until_term_id,
    starts,
    ends,
    note,
  }
  return { columns, words: wordsOf(columns, supporter ?? source, nameOf(from), nameOf(until)) }
}

const wordsOf = (
  { amount, pays_school, note }: Pick<Row, 'amount' | 'pays_school' | 'note'>,
  promised_by: string | null,
  from: string | null,
  until: string | null,
) => ({
  promised_by,
  amount: shillingsText(amount),
  pays_school: pays_school === 1 ? 'Yes' : 'No',
  from,
  until,
  note,
})

/** An active supporter, or the one that the promise has already. */
async function findSupporter(trx: Trx, id: number, before?: Row): Promise<string> {
  const user = await lockRow(trx, 'users', id, { isShared: true })
  const isFit = user?.role_id === SUPPORTER && user.status === USER_ACTIVE
  if (user && (isFit || id === before?.supporter_id)) return userName(user)
  throw invalid({ supporter_id: [commitmentMessages.supporterUnknown] })
}

async function wordsBefore(trx: Trx, row: Row) {
  const periods = await listPeriods(trx)
  const name = (year_id: number | null, term_id: number | null) =>
    nameOf(periods.find((period) => period.year_id === year_id && period.term_id === term_id))
  const supporter =
    row.supporter_id === null ? null : await lockRow(trx, 'users', row.supporter_id, { isShared: true })
  return wordsOf(
    row,
    supporter ? userName(supporter) : row.source,
    name(row.from_year_id, row.from_term_id),
    name(row.until_year_id, row.until_term_id),
  )
}

export async function addCommitment(
  change: Change,
  student_id: number,
  form: CommitmentForm,
): Promise<number> {
  const { trx, actor, at } = change
  await lockActive(trx, student_id)
  const { columns, words } = await checked(trx, form)
  const { id } = await trx
    .insertInto('commitments')
    .values({
      student_id,
      ...columns,
      version: 1,
      created_at: at,
      created_by: actor.id,
      updated_at: at,
      updated_by: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await refuseWithoutNote(change, student_id, columns)
  await writeAdded(change, { entity: 'commitment', entity_id: id, student_id }, words)
  return id
}

export async function editCommitment(
  change: Change,
  id: number,
  { version: known, end_reason, ...form }: CommitmentEdit,
): Promise<void> {
  const { trx, actor } = change
  await lockOwner(trx, id)
  const of = { known, action: end_reason ? 'ended' : 'edited', stamp: { updated_by: actor.id } }
  const circumstances = { ...of, changedMeanwhile: commitmentMessages.changedMeanwhile }
  let larger: { student_id: number; columns: Pick<Row, 'starts' | 'ends' | 'note'> } | undefined
  await changeVersioned(change, 'commitment', id, circumstances, async (before) => {
    const { columns, words } = await checked(trx, form, before)
    const isEnding = end_reason !== null && before.end_reason === null
    if (isEnding && columns.ends > before.ends)
      throw invalid({ until_term_id: [commitmentMessages.endsLater] })
    const isNoLarger =
      columns.amount <= before.amount && columns.starts >= before.starts && columns.ends <= before.ends
    if (!isNoLarger) larger = { student_id: before.student_id, columns }
    return {
      columns: { ...columns, end_reason },
      from: { ...(await wordsBefore(trx, before)), end_reason: before.end_reason },
      to: { ...words, end_reason },
    }
  })
  if (larger) await refuseWithoutNote(change, larger.student_id, larger.columns)
}

/** Locks the student before the promise, in the order of all changes about a student. */
async function lockOwner(trx: Trx, id: number): Promise<number> {
  const { student_id } = await trx
    .selectFrom('commitments')
    .select('student_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  await lockUnlessWaiting(trx, student_id)
  return student_id
}

/** A promise that covers a term of which more is promised than planned needs a note. */
async function refuseWithoutNote(
  { trx, actor }: Change,
  student_id: number,
  { starts, ends, note }: Pick<Row, 'starts' | 'ends' | 'note'>,
): Promise<void> {
  if (note !== null) return
  const years = await trx
    .selectFrom('plans')
    .select('year_id')
    .union(trx.selectFrom('own_plans').select('year_id').where('student_id', '=', student_id))
    .execute()
  for (const { year_id: year } of years) {
    const { chosen, ...time } = await readTime(trx, { year }, actor.today)
    for (const term of chosen.filter(({ key }) => starts <= key && key <= ends)) {
      const [sums] = await readSums(trx, { ...time, chosen: [term] }, { student_id })
      if (sums && sums.planned !== null && sums.promised > sums.planned)
        throw invalid({ note: [commitmentMessages.noteNeeded] })
    }
  }
}

/** Deletes a promise that was entered by mistake. One of which money came in can only end. */
export async function deleteCommitment(change: Change, id: number): Promise<void> {
  const { trx } = change
  const student_id = await lockOwner(trx, id)
  const row = await lockRow(trx, 'commitments', id)
  if (!row) throw notFound()
  const received = await trx
    .selectFrom('received')
    .select('id')
    .where('commitment_id', '=', id)
    .executeTakeFirst()
  if (received) throw conflict(commitmentMessages.hasReceived)
  const words = await wordsBefore(trx, row)
  await trx.deleteFrom('commitments').where('id', '=', id).execute()
  await writeChange(change, {
    entity: 'commitment',
    entity_id: id,
    student_id,
    action: 'deleted',
    changes: changesToNothing(words),
  })
}

/** Notes what came in of one promise. */
export async function addReceived(
  change: Change,
  commitment_id: number,
  { on, ...part }: ReceivedForm,
): Promise<number> {
  const [id] = await addParts(change, { on, parts: [{ commitment_id, ...part }] }, () => '')
  if (id === undefined) throw new Error('Each amount has a row.')
  return id
}

/** Notes all parts of a gift, or nothing of it. */
export async function addGift(change: Change, gift: GiftForm): Promise<void> {
  await addParts(change, gift, (index) => `parts.${index}.`)
}

/** The ids of what was noted. `pathOf` is the place of a part’s fields in the form. */
async function addParts(
  change: Change,
  { on, parts }: GiftForm,
  pathOf: (index: number) => string,
): Promise<number[]> {
  const { trx, actor } = change
  if (on > actor.today) throw invalid({ on: [commitmentMessages.onAhead] })
  const ids = [...new Set(parts.map(({ commitment_id }) => commitment_id))]
  const promises = await trx
    .selectFrom('commitments')
    .select(['id', 'student_id'])
    .where('id', 'in', ids)
    .execute()
  const owners = new Map(promises.map(({ id, student_id }) => [id, student_id]))
  if (owners.size < ids.length) throw notFound()
  // Two gifts for the same children wait for each other: each locks the students first, in the order of their ids.
  const students = [...new Set(owners.values())]
  await lockRows(trx, 'students', students)
  await refuseWaiting(trx, ...students)
  await lockRows(trx, 'commitments', ids)
  await refuseReceived(trx, ids, parts)
  const locked = await trx
    .selectFrom('commitments')
    .select(['id', 'starts', 'ends'])
    .where('id', 'in', ids)
    .execute()
  const periods = await listPeriods(trx)
  const noted: number[] = []
  for (const [index, part] of parts.entries()) {
    const { commitment_id, amount } = part
    const student_id = owners.get(commitment_id)
    const promise = locked.find(({ id }) => id === commitment_id)
    if (amount > 0 && student_id !== undefined)
      noted.push(
        await insertReceived(change, { promise, periods }, { ...part, on, student_id }, pathOf(index)),
      )
  }
  return noted
}

/** Refuses a gift if somebody noted something since its form was opened: it may be the same gift. */
async function refuseReceived(trx: Trx, ids: number[], parts: GiftForm['parts']): Promise<void> {
  type Place = Pick<GiftForm['parts'][number], 'commitment_id' | 'year_id' | 'term_id'>
  const keyOf = ({ commitment_id, year_id, term_id }: Place) => `${commitment_id}-${year_id}-${term_id}`
  const noted = await trx
    .selectFrom('received')
    .leftJoin('users', 'users.id', 'noted_by')
    .select(['commitment_id', 'year_id', 'term_id', 'amount', authorIn('users').as('by')])
    .where('commitment_id', 'in', ids)
    .orderBy('received.id')
    .execute()
  const byPlace = Map.groupBy(noted, keyOf)
  for (const { seen, ...place } of parts) {
    if (seen === undefined) continue
    const rows = byPlace.get(keyOf(place)) ?? []
    const received = rows.reduce((sum, { amount }) => sum + amount, 0)
    if (received !== toCents(seen))
      throw conflict(commitmentMessages.receivedMeanwhile(rows.at(-1)?.by ?? 'Somebody', ids.length))
  }
}

type Known = {
  /** Locked; undefined if it was deleted meanwhile. */
  promise: Pick<Row, 'starts' | 'ends'> | undefined
  periods: Awaited<ReturnType<typeof listPeriods>>
}

/** Notes what came in of a promise. `path` is the place of the fields in the form. */
async function insertReceived(
  change: Change,
  { promise, periods }: Known,
  { commitment_id, student_id, year_id, term_id, on, ...form }: ReceivedForm & OfPromise,
  path: string,
): Promise<number> {
  const { trx, actor, at } = change
  const period = periods.find((each) => each.year_id === year_id && each.term_id === term_id)
  if (!promise || !period || period.key < promise.starts || period.key > promise.ends)
    throw invalid({ [`${path}term_id`]: [commitmentMessages.notInTerm] })
  const amount = toCents(form.amount)
  const { id } = await trx
    .insertInto('received')
    .values({
      commitment_id,
      student_id,
      year_id,
      term_id,
      amount,
      received_on: on,
      noted_at: at,
      noted_by: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeChange(change, {
    entity: 'commitment',
    entity_id: commitment_id,
    student_id,
    action: 'marked as received',
    changes: {
      term: [null, nameOf(period)],
      received: [null, shillingsText(amount)],
      received_on: [null, on],
    },
  })
  return id
}

type OfPromise = { commitment_id: number; student_id: number }

/** Ends the promises of a supporter who no longer supports a student, with the present term. */
export async function endPromises(change: Change, student_id: number, supporter_id: number): Promise<void> {
  const { trx, actor, at } = change
  const present = await findPresentTerm(trx, actor.today)
  if (!present) return
  const ending = await listLasting(trx, { student_id, supporter_id }, present)
  const end_reason = 'Removed as supporter'
  for (const row of ending) {
    const { key: ends, year_id: until_year_id, term_id: until_term_id } = present
    const until = (await wordsBefore(trx, row)).until
    await trx
      .updateTable('commitments')
      .set({ ends, until_year_id, until_term_id, end_reason, updated_at: at, updated_by: actor.id })
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', row.id)
      .execute()
    await writeChange(change, {
      entity: 'commitment',
      entity_id: row.id,
      student_id,
      action: 'ended',
      changes: changesBetween({ until, end_reason: row.end_reason }, { until: nameOf(present), end_reason }),
    })
  }
}

/** The promises of a supporter that cover terms after the present one. */
const listLasting = (db: Db, of: { student_id: number; supporter_id: number }, { key }: Period) =>
  db
    .selectFrom('commitments')
    .selectAll()
    .where('student_id', '=', of.student_id)
    .where('supporter_id', '=', of.supporter_id)
    .where('ends', '>', key)
    .orderBy('id')
    .execute()

/** What `endPromises` would end if the student’s supporter were removed now, for users who see names. */
export async function readIfRemoved(
  db: Db,
  student_id: number,
  { role, today }: Pick<Actor, 'role' | 'today'>,
): Promise<{ promises: number[]; term_name: string; year_name: string } | null> {
  if (!canSeeFunding(role)) return null
  const present = await findPresentTerm(db, today)
  const student = await db
    .selectFrom('students')
    .select('supporter_id')
    .where('id', '=', student_id)
    .executeTakeFirst()
  if (!present || !student?.supporter_id) return null
  const { supporter_id } = student
  const promises = await listLasting(db, { student_id, supporter_id }, present)
  const { term_name, year_name } = present
  return promises.length > 0 ? { promises: promises.map(({ id }) => id), term_name, year_name } : null
}

/** The promises for a student, the newest first; for a liaison officer without names. */
export async function listCommitments(
  db: Db,
  student_id: number,
  { role }: Pick<Actor, 'role'>,
): Promise<Commitment[]> {
  const rows = await db
    .selectFrom('commitments')
    .leftJoin('users', 'users.id', 'supporter_id')
    .selectAll('commitments')
    .select(userNameIn('users').as('supporter'))
    .where('student_id', '=', student_id)
    .orderBy('starts', 'desc')
    .orderBy('commitments.id', 'desc')
    .execute()
  const received = await db
    .selectFrom('received')
    .select(['id', 'commitment_id', 'year_id', 'term_id', 'amount', 'received_on as on'])
    .where('student_id', '=', student_id)
    .orderBy('id')
    .execute()
  const isNamed = canSeeFunding(role)
  return rows.map((row) => ({
    id: row.id,
    student_id,
    supporter_id: isNamed ? row.supporter_id : null,
    supporter: isNamed ? row.supporter : null,
    source: isNamed ? row.source : null,
    amount: toShillings(row.amount),
    pays_school: row.pays_school === 1,
    from_year_id: row.from_year_id,
    from_term_id: row.from_term_id,
    until_year_id: row.until_year_id,
    until_term_id: row.until_term_id,
    note: isNamed ? row.note : null,
    end_reason: isNamed ? row.end_reason : null,
    received: received
      .filter(({ commitment_id }) => commitment_id === row.id)
      .map(({ id, year_id, term_id, amount, on }) => ({
        id,
        year_id,
        term_id,
        amount: toShillings(amount),
        on,
      })),
    version: row.version,
  }))
}
