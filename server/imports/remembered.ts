import type { ImportForm, ImportKind, Remembered } from '#contract/imports.ts'
import type { Db } from '../database/connect.ts'
import { inBatches } from '../database/inBatches.ts'
import { overwriting } from '../database/uniqueViolation.ts'
import type { Trx } from './importing.ts'

/** Field value for rows that store headings. */
const HEADING = ''

/** The limit per kind, far above what a charity's sheets contain. Past it, the stored meanings are deleted. */
const STORED_MAX = 20_000

/** Stores the meanings of a sheet's headings and words, as suggestions for the next import of its kind. */
export async function remember(trx: Trx, { kind, headings, words }: ImportForm): Promise<void> {
  const rows = Object.entries({ [HEADING]: headings, ...words }).flatMap(([field, meanings]) =>
    Object.entries(meanings).map(([said, meaning]) => ({ kind, field, said, meaning })),
  )
  const { kept } = await trx
    .selectFrom('import_meanings')
    .where('kind', '=', kind)
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .executeTakeFirstOrThrow()
  if (kept + rows.length > STORED_MAX)
    await trx.deleteFrom('import_meanings').where('kind', '=', kind).execute()
  for await (const slice of inBatches(rows)) {
    await trx
      .insertInto('import_meanings')
      .values(slice)
      .onConflict(overwriting(['kind', 'field', 'said'], ['meaning']))
      .execute()
  }
}

export async function remembered(db: Db, kind: ImportKind): Promise<Remembered> {
  const rows = await db.selectFrom('import_meanings').selectAll().where('kind', '=', kind).execute()
  const fields = [...Map.groupBy(rows, ({ field }) => field)].map(([field, of]) => {
    return [field, Object.fromEntries(of.map(({ said, meaning }) => [said, meaning]))] as const
  })
  // `fromEntries` keeps user input such as `constructor` a plain key.
  const { [HEADING]: headings = {}, ...words } = Object.fromEntries(fields)
  // Only a heading may have no meaning.
  return { headings, words: words as Remembered['words'] }
}
