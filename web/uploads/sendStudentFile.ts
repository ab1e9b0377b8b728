import { changeCertificate, changePicture } from '../students/studentApi.ts'
import type { SaveResult, QueueItem } from './QueueItem.ts'
import { readByte, sendAtOnce, type Sending } from './sendMedia.ts'

/** One try to upload a student's picture or certificate. A retry simply replaces the file. */
export async function sendStudentFile(item: QueueItem, file: File, sending: Sending): Promise<SaveResult> {
  const { key, student_id, imported } = item
  await readByte(file)
  await sending.confirmUser()
  await sendAtOnce(sending, key, (transfer) =>
    imported?.as === 'certificate'
      ? changeCertificate(student_id, { cert: file }, transfer, imported.id)
      : changePicture(student_id, { pic: file }, transfer, imported?.id),
  )
  return { isKnown: false, isRenamed: false }
}
