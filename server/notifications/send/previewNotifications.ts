import { sql } from 'kysely'
import type { WholeLetter } from '#contract/letters.ts'
import type { NotificationPreview, NotificationTime } from '#contract/notifications.ts'
import { toShillings } from '#contract/records/receipts.ts'
import { UNVERIFIED, VERIFIED } from '#contract/records/records.ts'
import type { Db } from '../../database/connect.ts'
import { fileUrl } from '../../files/fileUrl.ts'
import { notFound } from '../../base/ApiError.ts'
import { recordTable } from '../../database/recordTables.ts'
import type { Services } from '../../Services.ts'
import { fingerprintOf, type NotificationStudent, type OnDay, readApproved } from './readApproved.ts'
import { writeLetters, type TimeNames } from './writeLetters.ts'

/** The letters that a send would write now, the students it would leave out, and what is not verified. */
export async function previewNotifications(db: Db, time: OnDay): Promise<NotificationPreview> {
  const { addressees, leftOut } = await readApproved(db, time)
  const costs = await costsByStudent(db, time)
  return {
    seen: fingerprintOf(addressees),
    letters: addressees.map(({ id, name, email, students }) => ({
      supporter_id: id,
      name,
      email,
      students: students.map((student) =>
        Object.assign(counted(student), { cost: toShillings(costs.get(student.id) ?? 0) }),
      ),
    })),
    left_out: leftOut.map((student) => {
      const { reason, supporter_email, school, path, status } = student
      return Object.assign(counted(student), { reason, supporter_email, school, path, status })
    }),
    pending: await countUnverified(db, time, 'is'),
    returned: await countUnverified(db, time, 'is not'),
  }
}

function counted({ id, ref, name, items }: NotificationStudent) {
  const reports = items.filter(({ kind }) => kind === 'report').length
  return { id, ref, name, reports, receipts: items.length - reports }
}

/** The sum of the approved receipts of each student, in whole cents. */
async function costsByStudent(db: Db, { year_id, term_id }: NotificationTime) {
  const rows = await db
    .selectFrom('receipts')
    .select((eb) => ['student_id', eb.fn.sum<number | string>('total').as('total')])
    .where('year_id', '=', year_id)
    .where('term_id', '=', term_id)
    .where('status', '=', VERIFIED)
    .groupBy('student_id')
    .execute()
  return new Map(rows.map(({ student_id, total }) => [student_id, Number(total)]))
}

/** A returned record has a remark. */
async function countUnverified(
  db: Db,
  { year_id, term_id }: NotificationTime,
  remark: 'is' | 'is not',
): Promise<NotificationPreview['pending']> {
  const pending = (kind: 'report' | 'receipt') =>
    db
      .selectFrom(recordTable(db, kind))
      .select(['student_id', sql<number>`${sql.lit(kind === 'report' ? 1 : 0)}`.as('is_report')])
      .where('year_id', '=', year_id)
      .where('term_id', '=', term_id)
      .where('status', '=', UNVERIFIED)
      .where('remark', remark, null)
  const { students, records, reports } = await db
    .selectFrom(pending('report').unionAll(pending('receipt')).as('pending'))
    .select((eb) => [
      eb.fn.count<number>('student_id').distinct().as('students'),
      eb.fn.countAll<number>().as('records'),
      eb.fn.sum<number | null>('is_report').as('reports'),
    ])
    .executeTakeFirstOrThrow()
  return { students, reports: Number(reports), receipts: records - Number(reports) }
}

/** One letter exactly as it would arrive. */
export async function previewLetter(
  services: Pick<Services, 'db' | 'config'>,
  time: OnDay & TimeNames,
  supporter_id: number,
): Promise<WholeLetter> {
  const { addressees } = await readApproved(services.db, time, supporter_id)
  const [prepared] = await writeLetters(services, addressees, time)
  if (!prepared) throw notFound()
  const { addressee, letter, attachments } = prepared
  return {
    ...letter,
    recipient: addressee.email,
    attachments: attachments.map(({ file_id, name, bytes }) => ({ name, bytes, path: fileUrl(file_id) })),
  }
}
