import { type NotNull, sql } from 'kysely'
import { dayOf } from '#contract/base/days.ts'
import { SENT, VERIFIED } from '#contract/records/records.ts'
import { withheldWords } from '#contract/letters.ts'
import type { LeftOutKind } from '#contract/notifications.ts'
import { firstName } from '#contract/privacy/consentWords.ts'
import { USER_DISABLED, userName } from '#contract/users.ts'
import type { Db } from '../../database/connect.ts'
import { type Trx, writeHistories } from '../../database/history.ts'
import { lockRow } from '../../database/lockRow.ts'
import type { Tables } from '../../database/tables.ts'
import { type RecordKind, recordTable, shownStatus } from '../../database/recordTables.ts'
import type { Services } from '../../Services.ts'
import { isRestricted, reachesSupporter } from '../../privacy/visibility/sharedWithSupporter.ts'
import type { NotificationStudent } from './readApproved.ts'
import { studentHead } from './progressLetter.ts'
import { withoutProfile, writeLetters } from './writeLetters.ts'

type Letter = Pick<Tables['letters'], 'list_id' | 'text' | 'html' | 'lease'> & { id: number }
type Content = Pick<Letter, 'text' | 'html'>
type LeftOut = Map<number, LeftOutKind>
type Checking = Pick<Services, 'db' | 'config' | 'clock'>

/**
 * Checks a letter with news again before it is sent, perhaps a day after it was written: the student may have another
 * supporter, the supporter may be disabled, or the family may no longer share progress, or more than the first name.
 * Rewrites it without the students who may not be in it, whose records become Verified again. If no student remains, the
 * letter fails and undefined is returned.
 */
export async function checkNews(letter: Letter, services: Checking): Promise<Content | undefined> {
  if (letter.list_id === null) return letter
  const today = dayOf(services.clock())
  if (await mayBeSent(services.db, letter, today)) return letter
  return services.db.transaction().execute(async (trx) => {
    const row = await lockRow(trx, 'letters', letter.id)
    // Another process has claimed the letter since.
    if (row?.lease !== letter.lease) return undefined
    if (await mayBeSent(trx, letter, today)) return letter
    return writeAgain(trx, letter.id, await studentsToLeaveOut(trx, letter.id, today), services)
  })
}

/** Whether every student may still be in the letter, under the name that it contains. */
async function mayBeSent(db: Db, { id, text }: Letter, today: string): Promise<boolean> {
  if ((await studentsToLeaveOut(db, id, today)).size > 0) return false
  const items = db.selectFrom('notice_items').select('student_id as id').where('letter_id', '=', id)
  const hidden = await withoutProfile(db, await items.execute(), today)
  return hidden.every(({ name, ref }) => text.includes(`\n${studentHead({ name: firstName(name), ref })}\n`))
}

/** The students who may not be in the letter any more, and why. */
async function studentsToLeaveOut(db: Db, letter_id: number, today: string): Promise<LeftOut> {
  const rows = await db
    .selectFrom('notice_items')
    .innerJoin('notices', 'notices.letter_id', 'notice_items.letter_id')
    .innerJoin('users', 'users.id', 'notices.supporter_id')
    .innerJoin('students', 'students.id', 'notice_items.student_id')
    .select((eb) => [
      'students.id',
      eb
        .case()
        .when('users.status', '=', USER_DISABLED)
        .then('disabled' as const)
        .when(eb('students.supporter_id', 'is distinct from', eb.ref('notices.supporter_id')))
        .then('noSupporter' as const)
        .when(isRestricted('students.id'))
        .then('restricted' as const)
        .else('notShared' as const)
        .end()
        .as('reason'),
    ])
    .distinct()
    .where('notice_items.letter_id', '=', letter_id)
    .where((eb) =>
      eb.or([
        eb('users.status', '=', USER_DISABLED),
        eb('students.supporter_id', 'is distinct from', eb.ref('notices.supporter_id')),
        eb.not(reachesSupporter('progress', 'students.id', today)),
      ]),
    )
    .execute()
  return new Map(rows.map(({ id, reason }) => [id, reason]))
}

async function writeAgain(
  trx: Trx,
  letter_id: number,
  leftOut: LeftOut,
  { config, clock }: Checking,
): Promise<Content | undefined> {
  const at = clock().toISOString()
  const items = await sentItems(trx, letter_id)
  // Never an empty list, which not every engine accepts.
  const leftOutIds = [0, ...leftOut.keys()]
  const isLeftOut = ({ student_id }: { student_id: number }) => leftOut.has(student_id)
  for (const kind of ['report', 'receipt'] as const)
    await approveAgain(
      trx,
      kind,
      items.filter((item) => item.kind === kind && isLeftOut(item)).map(({ id }) => id),
      at,
    )
  await trx
    .deleteFrom('notice_items')
    .where('letter_id', '=', letter_id)
    .where('student_id', 'in', leftOutIds)
    .execute()
  await trx
    .deleteFrom('departures')
    .where('letter_id', '=', letter_id)
    .where('student_id', 'in', leftOutIds)
    .execute()
  await trx.deleteFrom('letter_files').where('letter_id', '=', letter_id).execute()

  const notice = await findNotice(trx, letter_id)
  const { id, first_name, year_id, term_id, year, term } = notice
  const students = studentsOf(items.filter((item) => !isLeftOut(item)))
  const addressee = { id, first_name, name: userName(notice), email: notice.email, students }
  const time = { year_id, term_id, year, term, today: dayOf(clock()) }
  const [rewritten] = students.length > 0 ? await writeLetters({ db: trx, config }, [addressee], time) : []
  const action = rewritten ? 'written again' : 'not sent'
  await writeHistories(trx, [{ entity: 'letter', entity_id: letter_id, action, user_id: null, at }])
  if (!rewritten) {
    const reasons = [...new Set(leftOut.values())].map((each) => withheldWords[each])
    const reason = reasons.join(' ') || withheldWords.changed
    await trx.deleteFrom('notice_items').where('letter_id', '=', letter_id).execute()
    await trx
      .updateTable('letters')
      .set({ state: 'failed', last_error: reason, text: reason, html: reason, lease: null })
      .where('id', '=', letter_id)
      .execute()
    return undefined
  }
  const { text, html } = rewritten.letter
  await trx.updateTable('letters').set({ text, html }).where('id', '=', letter_id).execute()
  const files = rewritten.attachments.map(({ file_id, name }, place) => ({ letter_id, place, file_id, name }))
  if (files.length > 0) await trx.insertInto('letter_files').values(files).execute()
  return { text, html }
}

/** The records of a letter that have not changed since it was written. */
async function sentItems(trx: Trx, letter_id: number) {
  const ofKind = (kind: RecordKind) =>
    trx
      .selectFrom(recordTable(trx, kind))
      .innerJoin('notice_items', 'notice_items.record_id', 'record.id')
      .innerJoin('students', 'students.id', 'notice_items.student_id')
      .select(['notice_items.id as position', 'notice_items.kind', 'record.id', 'record.version'])
      .select(['record.file_id', 'notice_items.student_id', 'students.ref', 'students.name'])
      .where('letter_id', '=', letter_id)
      .where('kind', '=', kind)
      .where('record.status', '=', SENT)
      .where('record.file_id', 'is not', null)
      .$narrowType<{ file_id: NotNull }>()
      .where(sql<boolean>`record.version = notice_items.version + 1`)
      .execute()
  const items = [...(await ofKind('report')), ...(await ofKind('receipt'))]
  return items.toSorted((a, b) => a.position - b.position)
}

type Item = Awaited<ReturnType<typeof sentItems>>[number]

function studentsOf(items: Item[]): NotificationStudent[] {
  const byStudent = Map.groupBy(items, ({ student_id }) => student_id)
  return [...byStudent].map(([id, own]) => ({
    id,
    ref: own[0]?.ref ?? '',
    name: own[0]?.name ?? '',
    items: own.map(({ kind, id: record, version, file_id }) => ({ kind, id: record, version, file_id })),
  }))
}

async function approveAgain(trx: Trx, kind: RecordKind, ids: number[], at: string): Promise<void> {
  if (ids.length === 0) return
  const approved = await trx
    .updateTable(recordTable(trx, kind))
    .set((eb) => ({ status: VERIFIED, version: eb('version', '+', 1), updated_at: at }))
    .where('id', 'in', ids)
    .returning(['id', 'student_id'])
    .execute()
  const status: [string, string] = [shownStatus(SENT), shownStatus(VERIFIED)]
  await writeHistories(
    trx,
    approved.map(({ id: entity_id, student_id }) => ({
      entity: kind,
      entity_id,
      student_id,
      action: 'not sent',
      changes: { status },
      user_id: null,
      at,
    })),
  )
}

const findNotice = (trx: Trx, letter_id: number) =>
  trx
    .selectFrom('notices')
    .innerJoin('users', 'users.id', 'notices.supporter_id')
    .innerJoin('years', 'years.id', 'notices.year_id')
    .innerJoin('terms', 'terms.id', 'notices.term_id')
    .select(['users.id', 'first_name', 'last_name', 'email', 'notices.year_id', 'notices.term_id'])
    .select(['year_name as year', 'term_name as term'])
    .where('letter_id', '=', letter_id)
    .executeTakeFirstOrThrow()
