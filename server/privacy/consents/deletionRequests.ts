import { dayOf, formatDay } from '#contract/base/days.ts'
import { livesInKenya, type PurposeState, type SharedPurpose } from '#contract/privacy/consentStates.ts'
import type { DeletionRequest } from '#contract/privacy/consents.ts'
import { consentMessages, firstName, wordsOf } from '#contract/privacy/consentWords.ts'
import { USER_DISABLED, userName } from '#contract/users.ts'
import type { Db } from '../../database/connect.ts'
import { type Change, writeChange } from '../../database/history.ts'
import { conflict, notFound } from '../../base/ApiError.ts'
import { plainLetter } from '../../mail/letterHtml.ts'
import type { Services } from '../../Services.ts'

type Student = { id: number; name: string; supporter_id: number | null }
type Sent = { id: number; subject: string; sent_at: string }

/**
 * What supporters should delete after a No: the letters with report cards and receipts that were sent before, and the
 * pictures and videos that the present supporter could see until they were withdrawn.
 */
export async function listDeletions(
  db: Db,
  student: Student,
  states: PurposeState[],
  charity: string,
): Promise<DeletionRequest[]> {
  const stateFor = (purpose: string) => states.find((each) => each.purpose === purpose)?.state ?? ''
  /** Whether a purpose is in one of these states, or one that hides everything from this supporter. */
  const isIn = (wanted: string[], purpose: SharedPurpose, country: string | null) =>
    [purpose, 'register', ...(livesInKenya(country) ? [] : ['abroad'])].some((each) =>
      wanted.includes(stateFor(each)),
    )
  const isAnyNo = states.some(({ state }) => state === 'refused' || state === 'withdrawn')
  if (!isAnyNo) return []
  const letters = await sentAbout(db, student.id)
  const ids = new Set([...letters.keys(), ...(student.supporter_id === null ? [] : [student.supporter_id])])
  if (ids.size === 0) return []

  const supporters = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'country'])
    .where('id', 'in', [...ids])
    .orderBy('search')
    .execute()
  const asked = await lastAsked(db, student.id)
  return supporters.flatMap(({ id, country, ...names }) => {
    const isNo = isIn(['refused', 'withdrawn'], 'progress', country)
    const own = isNo ? (letters.get(id) ?? []) : []
    const seen = (['pictures', 'videos'] as const).filter(
      (purpose) => id === student.supporter_id && isIn(['withdrawn'], purpose, country),
    )
    const purposes: SharedPurpose[] = [...(own.length > 0 ? (['progress'] as const) : []), ...seen]
    if (purposes.length === 0) return []
    return {
      supporter_id: id,
      supporter: userName(names),
      purposes,
      letters: own,
      text: deletionText(
        { first_name: names.first_name, child: firstName(student.name), charity },
        purposes,
        own,
      ),
      asked_at: asked.get(id) ?? null,
    }
  })
}

/** The letters with news of a student that were sent, by supporter, the oldest first. */
export async function sentAbout(db: Db, student_id: number): Promise<Map<number, Sent[]>> {
  const rows = await db
    .selectFrom('notice_items')
    .innerJoin('notices', 'notices.letter_id', 'notice_items.letter_id')
    .innerJoin('letters', 'letters.id', 'notice_items.letter_id')
    .select(['letters.id', 'letters.subject', 'letters.sent_at', 'notices.supporter_id'])
    .distinct()
    .$narrowType<{ sent_at: string }>()
    .where('notice_items.student_id', '=', student_id)
    .where('letters.sent_at', 'is not', null)
    .orderBy('letters.id')
    .execute()
  const letters = new Map<number, Sent[]>()
  for (const { supporter_id, ...letter } of rows)
    letters.set(supporter_id, [...(letters.get(supporter_id) ?? []), letter])
  return letters
}

async function lastAsked(db: Db, student_id: number): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('deletion_letters')
    .innerJoin('letters', 'letters.id', 'deletion_letters.letter_id')
    .select(['supporter_id', 'letters.created_at'])
    .where('student_id', '=', student_id)
    .orderBy('letters.id')
    .execute()
  return new Map(rows.map(({ supporter_id, created_at }) => [supporter_id, created_at]))
}

/** It never says who asked, or why. */
function deletionText(
  { first_name, child, charity }: { first_name: string; child: string; charity: string },
  purposes: SharedPurpose[],
  letters: Sent[],
): string {
  const days = letters.map(({ sent_at }) => formatDay(dayOf(new Date(sent_at))))
  const last = days.at(-1) ?? ''
  const when = days.length < 2 ? last : `${days.slice(0, -1).join(', ')} and ${last}`
  const seen = purposes.filter((purpose) => purpose !== 'progress')
  const what = [
    ...(days.length > 0
      ? [`our ${days.length === 1 ? 'letter' : 'letters'} of ${when} with all that came with them`]
      : []),
    ...(seen.length > 0 ? [`the ${wordsOf(seen)} that you may have stored`] : []),
  ]
  return [
    `Dear ${first_name},`,
    `We were asked not to share ${wordsOf(purposes)} of ${child} any more. Please delete ${what.join(', and ')}.`,
    'Thank you.',
    charity,
  ].join('\n\n')
}

/** Writes such a letter, with the text that a user may have changed. */
export async function askToDelete(
  change: Change,
  student_id: number,
  { supporter_id, text }: { supporter_id: number; text: string },
  deletions: DeletionRequest[],
  services: Pick<Services, 'outbox' | 'config'>,
): Promise<void> {
  if (deletions.every((each) => each.supporter_id !== supporter_id))
    throw conflict(consentMessages.nothingToDelete)
  const title = 'Please delete what is no longer shared'
  await writeDeletionLetter(change, student_id, { supporter_id, title, text }, services)
}

/** Writes a letter that asks a supporter to delete what they have of a student. */
export async function writeDeletionLetter(
  change: Change,
  student_id: number,
  { supporter_id, title, text }: { supporter_id: number; title: string; text: string },
  { outbox, config }: Pick<Services, 'outbox' | 'config'>,
): Promise<number> {
  const { trx } = change
  const supporter = await trx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'status'])
    .where('id', '=', supporter_id)
    .executeTakeFirstOrThrow(notFound)
  if (supporter.status === USER_DISABLED) throw conflict(consentMessages.isDisabled)
  const letter = plainLetter(title, config.charityName, text.split(/\n+/))
  const [letter_id = 0] = await outbox.writeAll(trx, [
    { ...letter, recipient: supporter.email, user_id: supporter_id },
  ])
  await trx.insertInto('deletion_letters').values({ letter_id, student_id, supporter_id }).execute()
  const { ref } = await trx
    .selectFrom('students')
    .select('ref')
    .where('id', '=', student_id)
    .executeTakeFirstOrThrow()
  await writeChange(change, {
    entity: 'letter',
    entity_id: letter_id,
    action: 'asked to delete',
    changes: { student: [null, ref], supporter: [null, userName(supporter)] },
  })
  return letter_id
}
