import type { Kysely, Selectable } from 'kysely'
import type { SessionUser } from '#contract/auth.ts'
import { duplicateMessages, type PairAnswerForm } from '#contract/duplicates.ts'
import { foldedName } from '../database/foldedName.ts'
import { type Changes, writeHistory } from '../database/history.ts'
import type { Tables } from '../database/tables.ts'
import { conflict, invalid, notFound } from '../http/ApiError.ts'
import type { Services } from '../Services.ts'
import { userNameIn } from '../users/userNameIn.ts'
import { changeStudent, statusChange } from './changeStudent.ts'

type Db = Kysely<Tables>
type Child = { name: string; dob: string }
type Answered = Selectable<Tables['duplicate_answers']>
/** The lower id first. */
type Pair = { first_id: number; second_id: number }

const pairOf = (one: number, other: number): Pair => ({
  first_id: Math.min(one, other),
  second_id: Math.max(one, other),
})
const keyOf = ({ first_id, second_id }: Pair) => `${first_id} ${second_id}`

/** The facts that an answer is based on. It no longer holds after a change of name or date of birth. */
const aboutOf = (children: Child[]) =>
  children
    .map(({ name, dob }) => `${foldedName(name)} ${dob}`)
    .toSorted()
    .join('\n')

/** Reads the answers about these students, or all, and returns a function that finds the valid answer of a pair. */
export async function readAnswers(db: Db, ids?: number[]) {
  const every = db
    .selectFrom('duplicate_answers')
    .innerJoin('users', 'users.id', 'user_id')
    .selectAll('duplicate_answers')
    .select(userNameIn('users').$notNull().as('by'))
  const rows = await (
    ids ? every.where('first_id', 'in', ids).where('second_id', 'in', ids) : every
  ).execute()
  const answers = new Map(rows.map((row) => [keyOf(row), row]))
  return (one: Child & { id: number }, other: Child & { id: number }) => {
    const answered = answers.get(keyOf(pairOf(one.id, other.id)))
    return answered?.about === aboutOf([one, other]) ? answered : undefined
  }
}
export type AnswerTo = Awaited<ReturnType<typeof readAnswers>>

/**
 * Leaves out students who are known to be another child. A child with exactly the name and date of birth of a student
 * counts as that student, and the same answers apply.
 */
export function withoutOthers<Student extends Child & { id: number }>(
  child: Child & { id?: number | undefined },
  found: Student[],
  answerTo: AnswerTo,
): Student[] {
  const about = aboutOf([child])
  const { id } = child
  const selves =
    id === undefined ? found.filter((student) => aboutOf([student]) === about) : [{ ...child, id }]
  return found.filter(
    (student) =>
      selves.some((self) => self.id === student.id) ||
      !selves.some((self) => answerTo(self, student)?.answer === 'different'),
  )
}

/** Stores an answer about two students and its author, and sets the status of one of them if the form contains it. */
export async function answerPair(
  one: number,
  other: number,
  { answer, close }: PairAnswerForm,
  actor: SessionUser,
  services: Services,
): Promise<void> {
  const pair = pairOf(one, other)
  if (close && (answer !== 'same' || ![one, other].includes(close.id)))
    throw invalid({ close: [duplicateMessages.closeOne] })
  const store = async (trx: Db, closing: Pick<Answered, 'closed_id' | 'closed_as' | 'closed_from'>) => {
    const children = await trx
      .selectFrom('students')
      .select(['name', 'dob'])
      .where('id', 'in', [one, other])
      .execute()
    if (children.length !== 2) throw notFound()
    const at = services.clock().toISOString()
    const stored = { about: aboutOf(children), answer, at, user_id: actor.id, ...closing }
    const isStored = await trx
      .insertInto('duplicate_answers')
      .values({ ...pair, ...stored })
      .onConflict((of) =>
        of
          .columns(['first_id', 'second_id'])
          .doUpdateSet(stored)
          .where('duplicate_answers.about', '!=', stored.about),
      )
      .returning('first_id')
      .executeTakeFirst()
    // Otherwise the status that was set with the first answer could not be undone.
    if (!isStored) throw conflict(duplicateMessages.answered)
    await note(trx, pair, { answer: [null, answer] }, actor, at)
  }
  if (!close)
    return services.db
      .transaction()
      .execute((trx) => store(trx, { closed_id: null, closed_as: null, closed_from: null }))
  return changeStudent(close.id, changedStatus(actor), services, async (trx, before) => {
    await store(trx, { closed_id: close.id, closed_as: close.status, closed_from: before.status })
    return statusChange(before, close)
  })
}

/** Removes an answer, and undoes the status that was set with it unless that has changed since. */
export async function takeAnswerBack(
  one: number,
  other: number,
  actor: SessionUser,
  services: Services,
): Promise<void> {
  const { db, clock } = services
  const pair = pairOf(one, other)
  const { first_id, second_id } = pair
  const remove = async (trx: Db) => {
    const removed = await trx
      .deleteFrom('duplicate_answers')
      .where('first_id', '=', first_id)
      .where('second_id', '=', second_id)
      .returningAll()
      .executeTakeFirst()
    if (!removed) throw notFound()
    await note(trx, pair, { answer: [removed.answer, null] }, actor, clock().toISOString())
    return removed
  }
  const answered = await db
    .selectFrom('duplicate_answers')
    .select('closed_id')
    .where('first_id', '=', first_id)
    .where('second_id', '=', second_id)
    .executeTakeFirst()
  if (!answered?.closed_id) return void (await db.transaction().execute(remove))
  return changeStudent(answered.closed_id, changedStatus(actor), services, async (trx, before) => {
    const { closed_id, closed_as, closed_from } = await remove(trx)
    return closed_id === before.id && before.status === closed_as && closed_from !== null
      ? statusChange(before, { status: closed_from, reason: duplicateMessages.undone })
      : { columns: {}, from: {}, to: {} }
  })
}

const changedStatus = (actor: SessionUser) => ({
  actor,
  known: undefined,
  action: 'changed status',
  isForAll: true,
})

/** Not in a student's history, where each entry is a version of the student. */
const note = (trx: Db, { first_id, second_id }: Pair, changes: Changes, { id }: SessionUser, at: string) =>
  writeHistory(trx, {
    entity: 'duplicate',
    entity_id: first_id,
    action: 'answered',
    changes: { with: [null, second_id], ...changes },
    user_id: id,
    at,
  })
