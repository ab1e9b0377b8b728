import { termName } from '#contract/notifications.ts'
import type { Db } from '../database/connect.ts'
import type { Entry, StudentData } from '../database/studentData.ts'
import { moment } from '../privacy/export/exportWords.ts'
import { userNameIn } from '../users/userNameIn.ts'

/** The letters about a student: news of a term, and those that asked a supporter to delete something. */
export const noticeData: StudentData = {
  collect: async ({ db, student_id }) => ({
    sections: [{ title: 'Letters about the student', entries: await lettersOf(db, student_id) }],
  }),

  async forget(trx, { student: { id } }) {
    const about = trx
      .selectFrom('notice_items')
      .select('letter_id')
      .where('student_id', '=', id)
      .union(trx.selectFrom('deletion_letters').select('letter_id').where('student_id', '=', id))
    // When unsent news is sent, its text is written again, without the student.
    await trx.updateTable('letters').set({ text: '', html: '' }).where('id', 'in', about).execute()
    const sent = trx.selectFrom('letters').select('id').where('state', '=', 'sent')
    await trx.deleteFrom('notice_items').where('student_id', '=', id).where('letter_id', 'in', sent).execute()
    const asked = await trx
      .deleteFrom('deletion_letters')
      .where('student_id', '=', id)
      .returning('letter_id')
      .execute()
    const ids = asked.map(({ letter_id }) => letter_id)
    // A request to delete something is only about this student, so it is not sent.
    if (ids.length > 0)
      await trx.deleteFrom('letters').where('id', 'in', ids).where('state', '!=', 'sent').execute()
  },
}

/** The letters about a student, with recipients. Without addresses and texts, because texts name other children. */
async function lettersOf(db: Db, student_id: number): Promise<Entry[]> {
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
