import { fold } from '#contract/base/lists.ts'
import { rowsOf } from '../database/inBatches.ts'
import type { StudentData } from '../database/studentData.ts'
import { containsPartOf, isFileNameOf } from '../privacy/mentions.ts'

/** The names of sheets and files, and the meanings of words in them. */
export const importData: StudentData = {
  async forget(trx, { student, texts }) {
    const rows = await trx
      .selectFrom('import_rows')
      .select('import_id')
      .where('student_id', '=', student.id)
      .execute()
    const own = new Set(rows.map(({ import_id }) => import_id))
    const isNamed = isFileNameOf(texts)
    const isNamedInPart = containsPartOf(texts)
    const forgotten = new Set<string>()
    const imports = rowsOf(trx.selectFrom('imports').select(['id', 'file', 'file_names']))
    for await (const { id, file, file_names } of imports) {
      const isGone = file !== null && (isNamed(file) || (own.has(id) && isNamedInPart(file)))
      if (isGone) forgotten.add(file)
      // The names of files are only needed until the pictures of an import are added.
      const areFilesGone = file_names && (own.has(id) || file_names.split('"').some(isNamed))
      if (isGone || areFilesGone)
        await trx
          .updateTable('imports')
          .set({ file: isGone ? null : file, file_names: null })
          .where('id', '=', id)
          .execute()
    }
    const spellings = [texts.ref, ...texts.names].flatMap((text) => [text, fold(text)])
    await trx
      .deleteFrom('import_meanings')
      .where((eb) => eb.or([eb('said', 'in', spellings), eb('meaning', 'in', spellings)]))
      .execute()
    return { sheets: forgotten }
  },
}
