import { dayOf, formatDay, localTimeOf } from '#contract/base/days.ts'
import { termName } from '#contract/notifications.ts'
import { ACCESS_MONTHS, departureKinds, viewKinds } from '#contract/privacy/accesses.ts'
import type { Db } from '../../database/connect.ts'
import { userNameIn } from '../../users/userNameIn.ts'
import { readAccesses } from '../accesses/readAccesses.ts'
import type { Entry } from './exportedRecord.ts'

export const moment = (instant: string) =>
  `${formatDay(dayOf(new Date(instant)))}, ${localTimeOf(new Date(instant)).slice(11)}`

/** To whom what was sent: no addresses, and no texts, which name other children. */
export async function lettersOf(db: Db, student_id: number): Promise<Entry[]> {
  const rows = await db
    .selectFrom('notice_items')
    .innerJoin('notices', 'notices.letter_id', 'notice_items.letter_id')
    .innerJoin('letters', 'letters.id', 'notices.letter_id')
    .innerJoin('users', 'users.id', 'notices.supporter_id')
    .innerJoin('years', 'years.id', 'notices.year_id')
    .innerJoin('terms', 'terms.id', 'notices.term_id')
    .select(['letters.id', 'letters.sent_at', 'year_name', 'term_name', 'notice_items.kind'])
    .select(userNameIn('users').$castTo<string>().as('to'))
    .where('notice_items.student_id', '=', student_id)
    .orderBy('letters.id')
    .execute()
  const deletions = await db
    .selectFrom('deletion_letters')
    .innerJoin('letters', 'letters.id', 'deletion_letters.letter_id')
    .innerJoin('users', 'users.id', 'deletion_letters.supporter_id')
    .select(['letters.sent_at', 'letters.subject', userNameIn('users').$castTo<string>().as('to')])
    .where('deletion_letters.student_id', '=', student_id)
    .orderBy('letters.id')
    .execute()
  const news = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own) => {
    const [letter] = own
    if (!letter) return []
    const of = (kind: string) => own.filter((item) => item.kind === kind).length
    return {
      To: letter.to,
      Sent: sentAt(letter),
      About: termName(letter),
      'Report cards': of('report'),
      Receipts: of('receipt'),
    }
  })
  const asked = deletions.map(({ to, subject, ...letter }) => ({
    To: to,
    Sent: sentAt(letter),
    About: subject,
  }))
  return [...news, ...asked]
}

const sentAt = ({ sent_at }: { sent_at: string | null }) => (sent_at ? moment(sent_at) : 'Not sent yet')

/** The title of a picture may name other children, or have named them. */
const withoutTitle = (what: string) => what.replace(/^(Picture|Video), “.*”$/s, '$1')

/** Views until yesterday: those of today are still being counted. */
export async function accessesOf(db: Db, student_id: number, now: Date): Promise<Entry[]> {
  const { views, left } = await readAccesses(
    db,
    student_id,
    { days: ACCESS_MONTHS * 31, before: now },
    dayOf(now),
  )
  return [
    ...left.map(({ at, name, how, what, went_to }) => ({
      When: moment(at),
      Who: name,
      What: `${departureKinds[how]}: ${withoutTitle(what)}`,
      'Went to': went_to,
    })),
    ...views.map(({ day: on, name, counts }) => ({
      When: formatDay(on),
      Who: name,
      What: Object.entries(counts)
        .map(([kind, count]) => `${viewKinds[kind as keyof typeof viewKinds]} ${count}`)
        .join(', '),
    })),
  ]
}
