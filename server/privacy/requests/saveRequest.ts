import { fold } from '#contract/base/lists.ts'
import {
  type DecisionForm,
  dueOn,
  isInForce,
  isOpen,
  refusalGrounds,
  type RequestForm,
  requestKinds,
  requestMessages,
  startBy,
} from '#contract/privacy/requests.ts'
import { type Change, changesFromNothing, type Trx, writeChange } from '../../database/history.ts'
import { lockRow } from '../../database/lockRow.ts'
import { addFileRow, type StoredBytes } from '../../files/storeUpload.ts'
import { conflict, invalid, notFound } from '../../base/ApiError.ts'
import { findRestriction, restrictAsAsked } from '../restriction/restrict.ts'
import { findErasure } from '../erasure/erasures.ts'
import { textsOf } from '../erasure/forget.ts'
import { namesMoreThan } from '../mentions.ts'

/** Notes a request, with the letter in which it was asked. */
export async function noteRequest(
  change: Change,
  form: RequestForm,
  letter: StoredBytes | undefined,
): Promise<number> {
  const { trx, actor, at } = change
  const { student_id, kind, asked_on } = form
  if (asked_on > actor.today) throw invalid({ asked_on: [requestMessages.askedAhead] })
  const student = await lockRow(trx, 'students', student_id)
  if (!student) throw invalid({ student_id: [requestMessages.studentUnknown] })
  if ((await findErasure(trx, student_id))?.state === 'anonymised')
    throw conflict(requestMessages.isAnonymous)
  const file_id = letter
    ? await addFileRow(trx, letter, { student_id, created_by: actor.id, created_at: at })
    : null
  const due_on = dueOn(kind, asked_on)
  const row = {
    ...form,
    state: 'to_decide' as const,
    due_on,
    start_by: startBy(kind, due_on),
    file_id,
    noted_by: actor.id,
    noted_at: at,
    search: fold(form.asked_by),
  }
  const { id } = await trx.insertInto('requests').values(row).returning('id').executeTakeFirstOrThrow()
  const facts = { student: student.ref, ...form, kind: requestKinds[kind].title, due_on, letter: file_id }
  const { student_id: _id, ...changes } = facts
  await writeChange(change, {
    entity: 'request',
    entity_id: id,
    student_id,
    action: 'noted',
    changes: changesFromNothing(changes),
  })
  return id
}

/** Accepts, answers or refuses an open request. */
export async function decideRequest(change: Change, id: number, decision: DecisionForm): Promise<void> {
  const { state } = decision
  const { trx } = change
  const request = await trx
    .selectFrom('requests')
    .select('student_id')
    .where('id', '=', id)
    .executeTakeFirst()
  // Like an erasure: the student first, then the request.
  if (request) await lockRow(trx, 'students', request.student_id)
  const before = await lockRow(trx, 'requests', id)
  if (!before) throw notFound()
  if (!isOpen(before.state) || before.state === state) throw conflict(requestMessages.closed)
  if (before.state === 'waiting') throw conflict(requestMessages.waits)
  if (state === 'answered' && before.state === 'to_decide') throw conflict(requestMessages.decideFirst)
  if (state === 'accepted' && before.kind === 'restriction') await restrictAsAsked(change, before)
  if (state === 'refused') {
    const restriction = await findRestriction(trx, before.student_id)
    if (isInForce({ ...before, restricted_on: restriction?.on ?? null }))
      throw conflict(requestMessages.isRestricted)
    await refuseToConfirm(trx, before, decision)
  }
  await writeDecision(change, before, decision)
}

/** Refuses a letter that confirms to a person without a right to know it that the child is registered. */
async function refuseToConfirm(
  trx: Trx,
  { student_id, asked_by, words }: { student_id: number; asked_by: string; words: string },
  { ground, reason, reason_sw }: DecisionForm,
): Promise<void> {
  if (ground !== 'identity' && ground !== 'relation') return
  const student = await trx
    .selectFrom('students')
    .select(['id', 'name', 'ref'])
    .where('id', '=', student_id)
    .executeTakeFirstOrThrow()
  const namesMore = namesMoreThan(await textsOf(trx, student), `${asked_by} ${words}`)
  const wrong = Object.entries({ reason, reason_sw }).filter(([, text]) => text !== null && namesMore(text))
  const errorOf = ([field]: [string, unknown]): [string, string[]] => [field, [requestMessages.confirmsMore]]
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong.map(errorOf)))
}

type Decision = Omit<DecisionForm, 'reason_sw'> & { reason_sw?: string | null }

/** Writes a decision about an open request, also one that follows from another change. */
export async function writeDecision(
  change: Change,
  { id, student_id }: { id: number; student_id: number },
  { state, ground, reason, reason_sw = null }: Decision,
): Promise<void> {
  const { trx, actor, at } = change
  const isRefused = state === 'refused'
  const columns = {
    state,
    ...(state !== 'answered' && { decided_by: actor.id, decided_at: at }),
    ...(state !== 'accepted' && { closed_by: actor.id, closed_at: at, reason }),
    ...(isRefused && { ground: ground ?? 'other', reason_sw }),
  }
  await trx.updateTable('requests').set(columns).where('id', '=', id).execute()
  await writeChange(change, {
    entity: 'request',
    entity_id: id,
    student_id,
    action: state,
    changes: changesFromNothing({
      ...(isRefused && { ground: refusalGrounds[ground ?? 'other'] }),
      ...(state !== 'accepted' && { reason }),
      ...(isRefused && { reason_sw }),
    }),
  })
}

export const decisionMessage = (state: DecisionForm['state']) => requestMessages[state]
