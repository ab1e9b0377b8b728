import type { ImportForm, ImportKind, Remembered } from '#contract/imports.ts'
import type { Db } from '../database/connect.ts'
import { eachSlice } from '../database/eachSlice.ts'
import type { Trx } from './importing.ts'

/** In place of a field, for the headings. */
const HEADING = ''

/** Keeps what the headings and words of a sheet meant. The next import of its kind is guessed from that. */
export async function remember(trx: Trx, { kind, headings, words }: ImportForm): Promise<void> {
  const told = Object.entries({ [HEADING]: headings, ...words }).flatMap(([field, meanings]) =>
    Object.entries(meanings).map(([said, meaning]) => ({ kind, field, said, meaning })),
  )
  await eachSlice(told, async (slice) => {
    await trx
      .insertInto('import_meanings')
      .values(slice)
      .onConflict((conflict) =>
        conflict
          .columns(['kind', 'field', 'said'])
          .doUpdateSet((eb) => ({ meaning: eb.ref('excluded.meaning') })),
      )
      .execute()
  })
}

export async function remembered(db: Db, kind: ImportKind): Promise<Remembered> {
  const rows = await db.selectFrom('import_meanings').selectAll().where('kind', '=', kind).execute()
  const headings: Remembered['headings'] = {}
  const words: Remembered['words'] = {}
  for (const { field, said, meaning } of rows) {
    if (field === HEADING) headings[said] = meaning
    else if (meaning !== null) (words[field] ??= {})[said] = meaning
  }
  return { headings, words }
}
