import { recordMessages } from '#contract/records/records.ts'
import { type AnnualDocument, type DocumentForm, documentTypes } from '#contract/records/documents.ts'
import type { FieldErrors } from '#contract/base/call.ts'
import { STUDENT_ACTIVE, studentMessages } from '#contract/students/students.ts'
import { type Change, changesFromNothing, type Trx, writeChange } from '../../database/history.ts'
import { lockRow } from '../../database/lockRow.ts'
import { fileUrl } from '../../files/fileUrl.ts'
import { addFileRow, type StoredBytes } from '../../files/storeUpload.ts'
import { conflict, invalid } from '../../base/ApiError.ts'

/** Adds a document, or replaces the older one of the same year and type, which stays in the history. */
export async function saveDocument(
  change: Change,
  { studId: student_id, year: year_id, type }: DocumentForm,
  file: StoredBytes,
): Promise<AnnualDocument> {
  const { trx, actor, at } = change
  const { student, year } = await findChosen(trx, student_id, year_id)
  if (student.status !== STUDENT_ACTIVE) throw conflict(studentMessages.notActive)

  const file_id = await addFileRow(trx, file, { student_id, created_by: actor.id, created_at: at })
  const older = await trx
    .selectFrom('documents')
    .select('file_id')
    .where('student_id', '=', student_id)
    .where('year_id', '=', year_id)
    .where('type', '=', type)
    .executeTakeFirst()
  const columns = { file_id, updated_at: at, updated_by: actor.id }
  const { id } = await trx
    .insertInto('documents')
    .values({ student_id, year_id, type, ...columns })
    .onConflict((on) => on.columns(['student_id', 'year_id', 'type']).doUpdateSet(columns))
    .returning('id')
    .executeTakeFirstOrThrow()

  const facts: Record<'student' | Exclude<keyof DocumentForm, 'studId'>, string | undefined> = {
    student: student.ref,
    year: year.year_name,
    type: documentTypes[type as keyof typeof documentTypes],
  }
  await writeChange(change, {
    entity: 'document',
    entity_id: id,
    student_id,
    action: older ? 'replaced' : 'added',
    changes: {
      ...(!older && changesFromNothing(facts)),
      file: [older?.file_id ?? null, file_id],
    },
  })
  return { id, type, path: fileUrl(file_id) }
}

/** Locks the student until the document is saved: of two requests at the same moment the second replaces the first. */
async function findChosen(trx: Trx, student_id: number, year_id: number) {
  const student = await lockRow(trx, 'students', student_id)
  const year = await trx.selectFrom('years').select('year_name').where('id', '=', year_id).executeTakeFirst()
  if (student && year) return { student, year }
  const errors: FieldErrors = {
    ...(!student && { studId: [recordMessages.studentUnknown] }),
    ...(!year && { year: [recordMessages.yearUnknown] }),
  }
  throw invalid(errors)
}
