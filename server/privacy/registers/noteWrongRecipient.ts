import { dayOf, formatDay, instantOf } from '#contract/base/days.ts'
import { SUPPORTER } from '#contract/permissions.ts'
import { departureKinds, viewKinds } from '#contract/privacy/accesses.ts'
import { firstName } from '#contract/privacy/consentWords.ts'
import {
  isWrongThing,
  type Seen,
  seenDays,
  WRONG_RECIPIENT,
  type WrongRecipient,
  type WrongRecipientForm,
  wrongRecipientMessages,
  wrongThingInWords,
  wrongThings,
} from '#contract/privacy/wrongRecipients.ts'
import { USER_DISABLED, userName } from '#contract/users.ts'
import { invalid, notFound } from '../../base/ApiError.ts'
import { type Change, changesFromNothing, type Trx, writeChange } from '../../database/history.ts'
import { lockRow } from '../../database/lockRow.ts'
import type { Services } from '../../Services.ts'
import { withoutTitle } from '../accesses/accessData.ts'
import { noteDepartures } from '../accesses/departures.ts'
import { sentAbout, writeDeletionLetter } from '../consents/deletionRequests.ts'
import { refuseWaiting } from '../erasure/erasures.ts'

/**
 * Notes that something reached the wrong supporter, and asks them to delete what they have of the student, unless their
 * account is disabled.
 */
export async function noteWrongRecipient(
  change: Change,
  student_id: number,
  { supporter_id, what, on }: WrongRecipientForm,
  services: Pick<Services, 'outbox' | 'config'>,
): Promise<WrongRecipient> {
  const { trx, actor, at } = change
  const student = await lockRow(trx, 'students', student_id)
  if (!student) throw notFound()
  await refuseWaiting(trx, student_id)
  const user = await lockRow(trx, 'users', supporter_id, { isShared: true })
  if (user?.role_id !== SUPPORTER) throw invalid({ supporter_id: [wrongRecipientMessages.supporterUnknown] })
  if (student.supporter_id === supporter_id) throw invalid({ supporter_id: [wrongRecipientMessages.isOwn] })
  if (on > actor.today) throw invalid({ on: [wrongRecipientMessages.onAhead] })
  const seen = await seenBy(trx, { student_id, user_id: supporter_id, from: on })
  const supporter = userName(user)
  const title = 'Please delete what reached you by mistake'
  const text = letterText({
    first_name: user.first_name,
    child: firstName(student.name),
    // Typed words may name the child in full, so the letter leaves them out.
    what: wrongThings[isWrongThing(what) ? what : 'other'].toLowerCase(),
    on,
    seen,
    charity: services.config.charityName,
  })
  const letter_id =
    user.status === USER_DISABLED
      ? null
      : await writeDeletionLetter(change, student_id, { supporter_id, title, text }, services)
  const row = { student_id, supporter_id, what, received_on: on, letter_id, noted_by: actor.id, noted_at: at }
  const { id } = await trx
    .insertInto('wrong_recipients')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteDepartures(trx, [
    {
      student_id,
      user_id: actor.id,
      at,
      how: 'mistake',
      what: `${wrongThingInWords(what)}, received on ${formatDay(on)}`,
      went_to: supporter,
      letter_id,
    },
  ])
  await writeChange(change, {
    entity: 'wrong_recipient',
    entity_id: id,
    student_id,
    action: WRONG_RECIPIENT,
    changes: changesFromNothing({ supporter, what: wrongThingInWords(what), received_on: on }),
  })
  return { supporter, is_asked: letter_id !== null, seen }
}

type Asked = { student_id: number; user_id: number; from: string }

/** What a supporter saw or received of a student from a day on, the newest last. */
async function seenBy(trx: Trx, { student_id, user_id, from }: Asked): Promise<Seen[]> {
  const letters = (await sentAbout(trx, student_id)).get(user_id) ?? []
  const views = await trx
    .selectFrom('views')
    .select(['day', 'kind'])
    .where('student_id', '=', student_id)
    .where('user_id', '=', user_id)
    .where('day', '>=', from)
    .execute()
  const departures = await trx
    .selectFrom('departures')
    .select(['at', 'how', 'what'])
    .where('student_id', '=', student_id)
    .where('user_id', '=', user_id)
    .where('at', '>=', instantOf(from, '00:00').toISOString())
    .execute()
  const onDay = (at: string) => dayOf(new Date(at))
  const all = [
    ...letters.map(({ sent_at, subject }) => ({ on: onDay(sent_at), what: `Letter: ${subject}` })),
    ...views.map(({ day, kind }) => ({ on: day, what: `Opened: ${viewKinds[kind]}` })),
    ...departures.map(({ at, how, what }) => ({
      on: onDay(at),
      what: `${departureKinds[how]}: ${withoutTitle(what)}`,
    })),
  ].filter(({ on }) => on >= from)
  const seen = [...Map.groupBy(all, ({ what }) => what)].map(([what, each]) => {
    const days = [...new Set(each.map(({ on }) => on))].toSorted()
    return { what, days: days.length, last: days.at(-1) ?? from }
  })
  return seen.toSorted((a, b) => (a.last < b.last ? -1 : a.last > b.last ? 1 : a.what < b.what ? -1 : 1))
}

type LetterFacts = {
  first_name: string
  child: string
  what: string
  on: string
  seen: Seen[]
  charity: string
}

function letterText({ first_name, child, what, on, seen, charity }: LetterFacts): string {
  return [
    `Dear ${first_name},`,
    `On ${formatDay(on)} ${what} of ${child} reached you by mistake. The mistake was ours.`,
    `Please delete it, and everything else of ${child} that you have stored or printed. Please do not pass any of it on.`,
    ...(seen.length > 0
      ? ['In our records you have:', ...seen.map((each) => `${each.what}, on ${seenDays(each)}`)]
      : []),
    'Please answer this letter when you have deleted it. Thank you.',
    charity,
  ].join('\n\n')
}
