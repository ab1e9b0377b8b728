import { type Kysely, sql } from 'kysely'
import {
  type NotificationLetter,
  type NotificationTime,
  notificationMessages,
  type SentCounts,
  type SentNotification,
  type SentQuery,
} from '#contract/notifications.ts'
import { letterMessages } from '#contract/letters.ts'
import { USER_DISABLED } from '#contract/users.ts'
import { contains, searchPattern } from '../../database/lists.ts'
import type { Tables } from '../../database/tables.ts'
import { fileUrl } from '../../files/fileUrl.ts'
import { attachedTo } from '../../mail/attachments.ts'
import { notFound } from '../../http/ApiError.ts'
import { userNameIn } from '../../users/userNameIn.ts'
import type { Services } from '../../Services.ts'

type Db = Kysely<Tables>
type LetterState = Tables['letters']['state']

const LETTERS_AT_ONCE = 200

/** The letters of all notifications, the newest first, with what became of each; `next` is the letter before which there may be more. */
export async function listLetters(
  db: Db,
  asked: SentQuery,
): Promise<{ data: SentNotification[]; next: number | null }> {
  const { year_id, term_id, student_id, supporter_id, search, failed, before } = asked
  let letters = letterRows(db).orderBy('notices.letter_id', 'desc').limit(LETTERS_AT_ONCE)
  if (year_id !== undefined) letters = letters.where('notices.year_id', '=', year_id)
  if (term_id !== undefined) letters = letters.where('notices.term_id', '=', term_id)
  if (supporter_id !== undefined) letters = letters.where('notices.supporter_id', '=', supporter_id)
  if (failed) letters = letters.where('letters.state', '=', 'failed')
  if (before !== undefined) letters = letters.where('notices.letter_id', '<', before)
  if (student_id !== undefined)
    letters = letters.where('notices.letter_id', 'in', (eb) =>
      eb.selectFrom('notice_items').select('letter_id').where('student_id', '=', student_id),
    )
  if (search) letters = letters.where('notices.letter_id', 'in', about(db, search))
  const rows = await letters.execute()
  const students = await studentsOf(
    db,
    rows.map(({ id }) => id),
  )
  const data = rows.map(({ last_error, answer, ...row }) =>
    Object.assign(row, {
      answer: row.state === 'sent' ? answer : last_error,
      students: students.get(row.id) ?? [],
    }),
  )
  return { data, next: data.length === LETTERS_AT_ONCE ? (data.at(-1)?.id ?? null) : null }
}

/** How many letters there are, of all terms or of one, and how many wait or failed. Few do, and an index finds them. */
export async function countLetters(
  db: Db,
  { year_id, term_id }: Pick<SentQuery, 'year_id' | 'term_id'>,
): Promise<SentCounts> {
  const count = async (...states: LetterState[]): Promise<number> => {
    let letters = db.selectFrom('notices').select((eb) => eb.fn.countAll<number>().as('count'))
    if (year_id !== undefined) letters = letters.where('year_id', '=', year_id)
    if (term_id !== undefined) letters = letters.where('term_id', '=', term_id)
    if (states.length > 0)
      letters = letters.where('letter_id', 'in', (eb) =>
        eb.selectFrom('letters').select('id').where('state', 'in', states),
      )
    return (await letters.executeTakeFirstOrThrow()).count
  }
  return { all: await count(), waiting: await count('waiting', 'sending'), failed: await count('failed') }
}

/** The letters to or about whom the search finds. It searches people first, who are few compared to the letters of all years. */
function about(db: Db, search: string) {
  const text = sql<string>`${searchPattern(search)}`
  const supporters = db.selectFrom('users').select('id').where(contains('search', text))
  const students = db.selectFrom('students').select('id').where(contains('search', text))
  const times = db
    .selectFrom('notices')
    .innerJoin('years', 'years.id', 'notices.year_id')
    .innerJoin('terms', 'terms.id', 'notices.term_id')
    .select('letter_id')
    .where(sql<boolean>`(years.folded || ' ' || terms.folded) like ${text} escape '\\'`)
  return db
    .selectFrom('notices')
    .select('letter_id')
    .where('supporter_id', 'in', supporters)
    .union(times)
    .union(db.selectFrom('notice_items').select('letter_id').where('student_id', 'in', students))
}

const letterRows = (db: Db) =>
  db
    .selectFrom('notices')
    .innerJoin('letters', 'letters.id', 'notices.letter_id')
    .innerJoin('years', 'years.id', 'notices.year_id')
    .innerJoin('terms', 'terms.id', 'notices.term_id')
    .innerJoin('users as supporter', 'supporter.id', 'notices.supporter_id')
    .innerJoin('users as sender', 'sender.id', 'notices.sent_by')
    .select((eb) => [
      'letters.id',
      'year_name as year',
      'term_name as term',
      'notices.supporter_id',
      userNameIn('supporter').$castTo<string>().as('supporter'),
      'letters.recipient',
      'letters.subject',
      'letters.state',
      'letters.attempts',
      'letters.answer',
      'letters.last_error',
      'letters.created_at',
      'letters.sent_at',
      userNameIn('sender').$castTo<string>().as('sent_by'),
      eb
        .selectFrom('letter_files')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('letter_files.letter_id', '=', 'letters.id')
        .$asScalar()
        .$castTo<number>()
        .as('attached'),
    ])

/** The students that each letter is about. */
async function studentsOf(db: Db, letters: number[]): Promise<Map<number, SentNotification['students']>> {
  const rows = await db
    .selectFrom('notice_items')
    .innerJoin('students', 'students.id', 'notice_items.student_id')
    .select(['letter_id', 'student_id as id', 'students.name', 'students.ref'])
    .distinct()
    .where('letter_id', 'in', [0, ...letters])
    .orderBy('student_id')
    .execute()
  const byLetter = new Map<number, SentNotification['students']>()
  for (const { letter_id, ...student } of rows)
    byLetter.set(letter_id, [...(byLetter.get(letter_id) ?? []), student])
  return byLetter
}

/** A letter exactly as it was sent. */
export async function findLetter(db: Db, id: number): Promise<NotificationLetter> {
  const letter = await db
    .selectFrom('notices')
    .innerJoin('letters', 'letters.id', 'notices.letter_id')
    .select(['letters.recipient', 'letters.subject', 'letters.html', 'letters.text'])
    .where('letters.id', '=', id)
    .executeTakeFirst()
  if (!letter) throw notFound()
  const files = await attachedTo(db, id)
  const attachments = files.map(({ name, bytes, file_id }) => ({ name, bytes, path: fileUrl(file_id) }))
  return { ...letter, attachments }
}

/**
 * Puts the failed letters of a term back into the outbox for another day of tries, to the address that their supporter
 * has now, because most fail for a wrong address. Letters to disabled supporters stay as they are.
 */
export async function retryFailed(
  { year_id, term_id }: NotificationTime,
  { db, clock, config, outbox }: Pick<Services, 'db' | 'clock' | 'config' | 'outbox'>,
): Promise<{ message: string; letters: number }> {
  const { numUpdatedRows } = await db
    .updateTable('letters')
    .set((eb) => ({
      state: 'waiting' as const,
      attempts: 0,
      next_attempt_at: clock().toISOString(),
      recipient: eb
        .selectFrom('notices')
        .innerJoin('users', 'users.id', 'notices.supporter_id')
        .select('users.email')
        .whereRef('notices.letter_id', '=', 'letters.id')
        .$asScalar()
        .$castTo<string>(),
    }))
    .where('state', '=', 'failed')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notices')
        .innerJoin('users', 'users.id', 'notices.supporter_id')
        .select('letter_id')
        .where('year_id', '=', year_id)
        .where('term_id', '=', term_id)
        .where('users.status', '!=', USER_DISABLED),
    )
    .executeTakeFirst()
  outbox.nudge()
  const letters = Number(numUpdatedRows)
  if (letters === 0) return { message: notificationMessages.noneToRetry, letters }
  const message = letters === 1 ? letterMessages.willRetry : `${letters} letters will be tried again.`
  return { message: config.smtpUrl ? message : notificationMessages.noMailServer, letters }
}
