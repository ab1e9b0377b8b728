import type { Selectable } from 'kysely'
import { erasureMessages } from '#contract/privacy/erasure.ts'
import { openStates } from '#contract/privacy/requests.ts'
import { type HistoryEntry, type Trx, writeHistories } from '../../database/history.ts'
import { lockRow } from '../../database/lockRow.ts'
import type { AllStudentData } from '../../database/studentData.ts'
import { deletedTables } from '../../database/tableRules.ts'
import type { Tables } from '../../database/tables.ts'
import { dropFiles } from '../../files/storeUpload.ts'
import { forgetEverywhere, textsOf } from './forget.ts'
import { moveToNewId } from './moveToNewId.ts'

type Order = Pick<Selectable<Tables['anonymisations']>, 'student_id' | 'new_ref' | 'drop_gender'>

/** The instant noted for bytes that the next sweep removes, without the usual hour: no request can still need them. */
export const OLD_ENOUGH_TO_SWEEP = '2000-01-01T00:00:00.000Z'

/**
 * Removes everything that can identify a student, in one transaction. For example, a report card of Term 2, 2026 keeps its
 * class, marks and mean, so that the annual report adds up to the same numbers. Its comments, its PDF, its days and its authors
 * are gone, and its school is replaced if few other students have records of that year there. What remains gets a new id. A
 * sweep then removes the bytes of the files, also after a crash.
 */
export async function anonymise(
  trx: Trx,
  studentData: AllStudentData,
  order: Order,
  at: string,
): Promise<void> {
  const student = await lockRow(trx, 'students', order.student_id)
  if (!student) return
  const { id } = student
  const forgotten = { student, order, texts: await textsOf(trx, student), at }
  const traces = { sheets: new Set<string>(), captions: [] as { id: number; title: string }[] }
  for (const { forget } of Object.values(studentData)) {
    const { sheets = [], captions = [] } = (await forget?.(trx, forgotten)) ?? {}
    for (const sheet of sheets) traces.sheets.add(sheet)
    traces.captions.push(...captions)
  }
  await forgetEverywhere(trx, forgotten, traces)
  for (const table of deletedTables)
    await trx.deleteFrom(trx.dynamic.table(table).as('row')).where('row.student_id', '=', id).execute()
  await removeAllFiles(trx, id)
  await closeRequests(trx, id, at)
  // The users could identify the child. Views, and who started this, stay.
  await trx.updateTable('history').set({ user_id: null }).where('student_id', '=', id).execute()
  await moveToNewId(trx, id)
}

async function removeAllFiles(trx: Trx, student_id: number): Promise<void> {
  const files = await trx.selectFrom('files').select('id').where('student_id', '=', student_id).execute()
  const ids = files.map(({ id }) => id)
  if (ids.length === 0) return
  await trx.deleteFrom('letter_files').where('file_id', 'in', ids).execute()
  await dropFiles(trx, ids, OLD_ENOUGH_TO_SWEEP)
}

/** Also undecided requests, because their record no longer exists. */
async function closeRequests(trx: Trx, student_id: number, at: string): Promise<void> {
  await trx.updateTable('anonymisations').set({ done_at: at }).where('student_id', '=', student_id).execute()
  const reason = erasureMessages.requestClosed
  const closed = await trx
    .updateTable('requests')
    .set({ state: 'answered', reason, closed_at: at })
    .where('student_id', '=', student_id)
    .where('state', 'in', openStates)
    .returning('id')
    .execute()
  const entries = closed.map(({ id: entity_id }): HistoryEntry => ({
    entity: 'request',
    entity_id,
    student_id,
    action: 'answered',
    changes: { reason: [null, reason] },
    user_id: null,
    at,
  }))
  await writeHistories(trx, [
    ...entries,
    { entity: 'student', entity_id: student_id, action: 'anonymised', user_id: null, at },
  ])
}
