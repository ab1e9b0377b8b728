import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** The attachments of a letter, in order. */
export const attachedTo = (db: Kysely<Tables>, letter_id: number) =>
  db
    .selectFrom('letter_files')
    .innerJoin('files', 'files.id', 'letter_files.file_id')
    .select(['letter_files.name', 'file_id', 'files.bytes', 'files.type', 'files.key'])
    .where('letter_id', '=', letter_id)
    .orderBy('place')
    .execute()
