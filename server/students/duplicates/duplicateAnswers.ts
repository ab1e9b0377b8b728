import type { Selectable } from 'kysely'
import { duplicateMessages, type PairAnswerForm, type PairState } from '#contract/students/duplicates.ts'
import { foldedName } from '../../database/foldedName.ts'
import { type Change, type Changes, type Trx, writeChange } from '../../database/history.ts'
import type { Db } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'
import { conflict, invalid, notFound } from '../../base/ApiError.ts'
import { userNameIn } from '../../users/userNameIn.ts'
import { changeStudent, statusChange } from '../changeStudent.ts'

type Child = { name: string; dob: string | null }
type Answered = Selectable<Tables['duplicate_answers']>
/** The lower id first. */
type Pair = { first_id: number; second_id: number }

const pairOf = (one: number, other: number): Pair => ({
  first_id: Math.min(one, other),
  second_id: Math.max(one, other),
})
const keyOf = ({ first_id, second_id }: Pair) => `${first_id} ${second_id}`

/** The facts that an answer is based on. The answer is void after a change of name or date of birth. */
const aboutOf = (children: Child[]) =>
  children
    .map(({ name, dob }) => `${foldedName(name)} ${dob ?? ''}`)
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

/** Two students as a call names them. */
type Named = { first: number; second: number }

/** Stores an answer about two students and its author, and sets the status of one of them if the form contains it. */
export async function answerPair(
  change: Change,
  { first, second }: Named,
  { answer, close }: PairAnswerForm,
): Promise<void> {
  const { trx, actor, at } = change
  const ids = [first, second]
  if (close && (answer !== 'same' || !ids.includes(close.id)))
    throw invalid({ close: [duplicateMessages.closeOne] })
  const store = async (closing: Pick<Answered, 'closed_id' | 'closed_as' | 'closed_from'>) => {
    const children = await trx.selectFrom('students').select(['name', 'dob']).where('id', 'in', ids).execute()
    if (children.length !== 2) throw notFound()
    const stored = { about: aboutOf(children), answer, at, user_id: actor.id, ...closing }
    const pair = pairOf(first, second)
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
    await setState(trx, pair, answer)
    await note(change, pair, { answer: [null, answer] })
  }
  if (!close) return store({ closed_id: null, closed_as: null, closed_from: null })
  return changeStudent(change, close.id, changedStatus, async (before) => {
    await store({ closed_id: close.id, closed_as: close.status, closed_from: before.status })
    return statusChange(change, before, close)
  })
}

/** Removes an answer, and undoes the status that was set with it unless that has changed since. */
export async function takeAnswerBack(change: Change, { first, second }: Named): Promise<void> {
  const pair = pairOf(first, second)
  const { first_id, second_id } = pair
  const remove = async () => {
    const removed = await change.trx
      .deleteFrom('duplicate_answers')
      .where('first_id', '=', first_id)
      .where('second_id', '=', second_id)
      .returningAll()
      .executeTakeFirst()
    if (!removed) throw notFound()
    await setState(change.trx, pair, 'open')
    await note(change, pair, { answer: [removed.answer, null] })
    return removed
  }
  const answered = await change.trx
    .selectFrom('duplicate_answers')
    .select('closed_id')
    .where('first_id', '=', first_id)
    .where('second_id', '=', second_id)
    .executeTakeFirst()
  if (!answered?.closed_id) return void (await remove())
  // The student is locked before the answer, in the order of `answerPair`.
  return changeStudent(change, answered.closed_id, changedStatus, async (before) => {
    const { closed_id, closed_as, closed_from } = await remove()
    return closed_id === before.id && before.status === closed_as && closed_from !== null
      ? statusChange(change, before, { status: closed_from, reason: duplicateMessages.undone })
      : { columns: {}, from: {}, to: {} }
  })
}

const setState = (trx: Trx, { first_id, second_id }: Pair, state: PairState) =>
  trx
    .updateTable('duplicate_pairs')
    .set({ state })
    .where('first_id', 'in', [first_id, second_id])
    .where('second_id', 'in', [first_id, second_id])
    .execute()

const changedStatus = { action: 'changed status', isForAll: true }

/** Deletes the pairs of a student, with their answers and what the history has of these, by whose id it names them. */
export async function forgetPairs(trx: Trx, id: number): Promise<void> {
  for (const table of ['duplicate_pairs', 'duplicate_answers'] as const)
    await trx
      .deleteFrom(table)
      .where((eb) => eb.or([eb('first_id', '=', id), eb('second_id', '=', id)]))
      .execute()
  await trx
    .deleteFrom('history')
    .where('entity', '=', 'duplicate')
    .where((eb) => eb.or([eb('entity_id', '=', id), eb('changes', 'like', `%"with":[null,${id}]%`)]))
    .execute()
}

/** Not in a student's history, where each entry is a version of the student. */
const note = (change: Change, { first_id, second_id }: Pair, changes: Changes) =>
  writeChange(change, {
    entity: 'duplicate',
    entity_id: first_id,
    action: 'answered',
    changes: { with: [null, second_id], ...changes },
  })
