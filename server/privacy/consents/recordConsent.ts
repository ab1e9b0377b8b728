import {
  type ConsentAnswer,
  endOf,
  type Purpose,
  purposes,
  type PurposeState,
} from '#contract/privacy/consentStates.ts'
import type { ConsentForm } from '#contract/privacy/consents.ts'
import { consentMessages, giverWords, howWords, purposeWords } from '#contract/privacy/consentWords.ts'
import { isOpen, openStates } from '#contract/privacy/requests.ts'
import { type Change, changesFromNothing, writeChange } from '../../database/history.ts'
import { lockRow } from '../../database/lockRow.ts'
import { addFileRow, type StoredBytes } from '../../files/storeUpload.ts'
import { conflict, notFound } from '../../base/ApiError.ts'
import { refuseWaiting } from '../erasure/erasures.ts'
import { noteRequest, writeDecision } from '../requests/saveRequest.ts'
import { noticeId } from '../notice/notices.ts'
import { storeConsentStates } from './storeConsentStates.ts'

/** Stores a consent with its signed form. It is possible after the student has left: a family may withdraw at any time. */
export async function recordConsent(
  change: Change,
  student_id: number,
  consent: ConsentForm,
  paper: StoredBytes | undefined,
): Promise<void> {
  const { answers, child_answers, ...form } = consent
  const { notice_version, ...columns } = form
  const { trx, actor, at } = change
  const student = await lockRow(trx, 'students', student_id)
  if (!student) throw notFound()
  await refuseWaiting(trx, student_id)
  const notice_id = notice_version === null ? null : await noticeId(trx, notice_version)
  const owner = { student_id, created_by: actor.id, created_at: at }
  const file_id = paper ? await addFileRow(trx, paper, owner) : null
  const wasAsked = Object.keys(child_answers).length > 0
  const { id } = await trx
    .insertInto('consents')
    .values({
      student_id,
      ...columns,
      notice_id,
      answers: JSON.stringify(answers),
      child_answers: wasAsked ? JSON.stringify(child_answers) : null,
      file_id,
      recorded_at: at,
      recorded_by: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const facts = {
    student: student.ref,
    ...form,
    until: endOf(form, student.dob),
    given_by: giverWords[form.given_by],
    how: howWords[form.how],
    ...inWords(answers, ''),
    ...inWords(child_answers, ', child'),
    form: file_id,
  }
  const entry = { entity: 'consent', entity_id: id, student_id } as const
  await writeChange(change, { ...entry, action: 'recorded', changes: changesFromNothing(facts) })
  const { before, after, nos } = await settleState(change, student_id, id)
  // A No that is dated before a Yes of the same person does not count.
  const own = nos.filter(({ consent_id }) => consent_id === id)
  if (own.length > 0) await requestErasure(change, student, own)
  else if (before && !after)
    await closeRequest(change, student_id, 'answered', consentMessages.requestTakenBack)
}

/** A consent that was recorded by mistake no longer counts. */
export async function voidConsent(change: Change, id: number, reason: string): Promise<number> {
  const { trx, actor, at } = change
  const known = await trx
    .selectFrom('consents')
    .select('student_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  // Locks the student before the consent, as recording a consent does.
  const student = await lockRow(trx, 'students', known.student_id)
  if (!student) throw notFound()
  await refuseWaiting(trx, known.student_id)
  const consent = await lockRow(trx, 'consents', id)
  if (!consent || consent.void_at !== null) throw conflict(consentMessages.voidAlready)
  const voided = { void_at: at, void_by: actor.id, void_reason: reason }
  await trx.updateTable('consents').set(voided).where('id', '=', id).execute()
  const { given_by, name, given_on } = consent
  const facts = { given_by: giverWords[given_by], name, given_on, reason }
  const entry = { entity: 'consent', entity_id: id, student_id: known.student_id } as const
  await writeChange(change, { ...entry, action: 'marked as void', changes: changesFromNothing(facts) })
  const { before, after, nos } = await settleState(change, known.student_id, id)
  if (before && !after) await closeRequest(change, known.student_id, 'refused', consentMessages.requestVoid)
  // A Yes had closed the request of an earlier No. Now that the Yes is void, the No counts again.
  if (!before) await requestErasure(change, student, nos)
  return known.student_id
}

/** A No to keeping the record asks for erasure, which the history of that consent notes. */
async function settleState(change: Change, student_id: number, consent_id: number) {
  const { trx, actor } = change
  const erasures = await storeConsentStates(trx, [student_id], actor.today)
  const { before = null, after = null, nos = [] } = erasures.get(student_id) ?? {}
  if (before !== after)
    await writeChange(change, {
      entity: 'consent',
      entity_id: consent_id,
      student_id,
      action: after ? 'asked for erasure' : 'no longer asks for erasure',
      changes: { erasure_on: [before, after] },
    })
  return { before, after, nos }
}

/** The end of the words of a request that a consent has created, by which it is found. */
const SAID_NO = ` said No to: ${purposeWords.register.question}.`

const openErasures = (trx: Change['trx'], student_id: number) =>
  trx
    .selectFrom('requests')
    .select(['id', 'words'])
    .where('student_id', '=', student_id)
    .where('kind', '=', 'erasure')
    .where('state', 'in', openStates)
    .execute()

/** A No to keeping the record is a request for erasure: creates it, unless one is open. */
async function requestErasure(
  change: Change,
  student: { id: number; name: string },
  nos: PurposeState['by'],
): Promise<void> {
  const [no] = nos.toSorted((a, b) => Number(a.who === 'child') - Number(b.who === 'child'))
  if (!no || (await openErasures(change.trx, student.id)).length > 0) return
  const form = await change.trx
    .selectFrom('consents')
    .select(['given_by', 'name', 'how', 'witness', 'given_on'])
    .where('id', '=', no.consent_id)
    .executeTakeFirstOrThrow()
  const isByChild = no.who === 'child'
  const how = howWords[form.how].toLowerCase()
  const request = {
    student_id: student.id,
    kind: 'erasure',
    asked_by: isByChild ? student.name : form.name,
    relation: giverWords[isByChild ? 'student' : form.given_by],
    identity_check: `By their consent: ${how}${form.witness ? `, with ${form.witness} as witness` : ''}`,
    asked_on: form.given_on,
    words: `${isByChild ? 'The child' : form.name}${SAID_NO}`,
  } as const
  await noteRequest(change, request, undefined)
}

/** Closes the request created by a withdrawn refusal. Manual requests stay open. */
async function closeRequest(
  change: Change,
  student_id: number,
  state: 'answered' | 'refused',
  reason: string,
): Promise<void> {
  for (const { id, words } of await openErasures(change.trx, student_id)) {
    if (!words.endsWith(SAID_NO)) continue
    const request = await lockRow(change.trx, 'requests', id)
    // Somebody may have decided it in the meantime.
    if (request && isOpen(request.state))
      await writeDecision(change, request, { state, ground: null, reason })
  }
}

const answerWords: Record<ConsentAnswer | 'not_asked', string> = {
  yes: 'Yes',
  no: 'No',
  not_asked: 'Not asked',
}

/** The answers by the title of the question, for the history. */
const inWords = (answers: Partial<Record<Purpose, keyof typeof answerWords>>, whose: string) =>
  Object.fromEntries(
    purposes.flatMap((purpose) => {
      const answer = answers[purpose]
      return answer ? [[`${purposeWords[purpose].title}${whose}`, answerWords[answer]]] : []
    }),
  )
