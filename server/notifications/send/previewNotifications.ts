import type { Kysely } from 'kysely'
import type { NotificationLetter, NotificationPreview, NotificationTime } from '#contract/notifications.ts'
import type { Tables } from '../../database/tables.ts'
import { fileUrl } from '../../files/fileUrl.ts'
import { notFound } from '../../http/ApiError.ts'
import type { Services } from '../../Services.ts'
import { fingerprintOf, type NotificationStudent, readApproved } from './readApproved.ts'
import { writeLetters, type TimeNames } from './writeLetters.ts'

/** The letters that a send would write now, and the students it would leave out. */
export async function previewNotifications(
  db: Kysely<Tables>,
  time: NotificationTime,
): Promise<NotificationPreview> {
  const { addressees, leftOut } = await readApproved(db, time)
  return {
    seen: fingerprintOf(addressees),
    letters: addressees.map(({ id, name, email, students }) => ({
      supporter_id: id,
      name,
      email,
      students: students.map(counted),
    })),
    left_out: leftOut.map((student) => Object.assign(counted(student), { reason: student.reason })),
  }
}

function counted({ id, ref, name, items }: NotificationStudent) {
  const reports = items.filter(({ kind }) => kind === 'report').length
  return { id, ref, name, reports, receipts: items.length - reports }
}

/** One letter exactly as it would arrive. */
export async function previewLetter(
  services: Pick<Services, 'db' | 'config'>,
  time: NotificationTime & TimeNames,
  supporter_id: number,
): Promise<NotificationLetter> {
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
