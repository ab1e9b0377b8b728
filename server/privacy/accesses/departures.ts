import { documentTypes } from '#contract/records/documents.ts'
import type { Insertable } from 'kysely'
import type { DepartureKind, ViewKind } from '#contract/privacy/accesses.ts'
import { termName } from '#contract/notifications.ts'
import type { Db } from '../../database/connect.ts'
import type { Trx } from '../../database/history.ts'
import { inBatches } from '../../database/inBatches.ts'
import { studentEntities } from '../../database/studentEntities.ts'
import type { FilePurpose } from '../../database/tables/files.ts'
import type { Tables } from '../../database/tables.ts'

type Departure = {
  student_id: number
  user_id: number
  at: string
  how: DepartureKind
  what: string
  went_to: string
  letter_id?: number | null
}

/** Notes data that is given to somebody outside, in the transaction that does so. */
export async function noteDepartures(trx: Trx, departures: Departure[]): Promise<void> {
  for await (const some of inBatches(departures))
    await trx
      .insertInto('departures')
      .values(some.map((each) => Object.assign({ letter_id: null }, each)))
      .execute()
}

type ListDeparture = Omit<Insertable<Tables['list_departures']>, 'id' | 'rows'>

/** Whether a user's download of a list is noted at an instant, or since. */
export async function isListNoted(
  db: Db,
  { what, user_id }: Omit<ListDeparture, 'at'>,
  comparison: '=' | '>=',
  at: string,
): Promise<boolean> {
  const noted = await db
    .selectFrom('list_departures')
    .select('id')
    .where('at', comparison, at)
    .where('user_id', '=', user_id)
    .where('what', '=', what)
    .executeTakeFirst()
  return noted !== undefined
}

/** Notes the download of a whole list. */
export async function noteListDeparture(trx: Trx, departure: ListDeparture): Promise<void> {
  const rows = await countLines(trx, departure.what)
  await trx
    .insertInto('list_departures')
    .values({ ...departure, rows })
    .execute()
}

const lineTables = {
  students: 'students',
  users: 'users',
  schools: 'schools',
  results: 'reports',
  receipts: 'items',
  everything: 'students',
} as const

/** The number of lines in a download of a list. A download of everything counts its students. */
async function countLines(trx: Trx, what: ListDeparture['what']): Promise<number> {
  const table = lineTables[what]
  const lines = trx.fn.countAll<number>().as('lines')
  const all = await trx
    .selectFrom(trx.dynamic.table(table).as('list'))
    .select(lines)
    .executeTakeFirstOrThrow()
  if (table === 'users' || table === 'schools') return all.lines
  const anonymised = await trx
    .selectFrom('anonymisations')
    .where('done_at', 'is not', null)
    .$if(table === 'reports', (query) =>
      query.innerJoin('reports', 'reports.student_id', 'anonymisations.student_id'),
    )
    .$if(table === 'items', (query) =>
      query
        .innerJoin('receipts', 'receipts.student_id', 'anonymisations.student_id')
        .innerJoin('items', 'items.receipt_id', 'receipts.id'),
    )
    .select(lines)
    .executeTakeFirstOrThrow()
  return all.lines - anonymised.lines
}

type File = { id: number; purpose: FilePurpose; student_id: number; type: string }

/** The kind of view that opening a file counts as. The picture of a student is part of other screens. */
export const viewOfFile: Record<FilePurpose, ViewKind | undefined> = {
  picture: undefined,
  certificate: 'profile',
  'result slip': 'profile',
  report: 'reports',
  receipt: 'receipts',
  document: 'receipts',
  media: 'pictures',
  consent: 'consents',
  request: undefined,
}

export const OWN_DEVICE = 'Their own device'
export const ON_PAPER = 'Paper or a file'

/** Where data goes that a user downloads or prints. */
export const destinationOf = (how: 'print' | 'download') => (how === 'print' ? ON_PAPER : OWN_DEVICE)

/** Notes that a user downloads a file. */
export async function noteDownload(db: Db, file: File, user_id: number, at: string): Promise<void> {
  await db.transaction().execute(async (trx) =>
    noteDepartures(trx, [
      {
        student_id: file.student_id,
        user_id,
        at,
        how: 'download',
        what: await nameOf(trx, file),
        went_to: OWN_DEVICE,
      },
    ]),
  )
}

const plainNames: Partial<Record<FilePurpose, string>> = {
  picture: 'Profile picture',
  certificate: 'KCPE certificate',
  'result slip': 'Result slip',
  consent: 'Consent form',
  request: 'Letter of a request',
}

async function nameOf(trx: Trx, { id, purpose, type }: File): Promise<string> {
  if (purpose === 'report' || purpose === 'receipt') {
    const term = await findTerm(trx, purpose, id)
    return [purpose === 'report' ? 'Report card' : 'Receipt', term ? termName(term) : 'replaced'].join(', ')
  }
  if (purpose === 'document') {
    const document = await trx
      .selectFrom('documents')
      .innerJoin('years', 'years.id', 'documents.year_id')
      .select(['type', 'year_name'])
      .where('file_id', '=', id)
      .executeTakeFirst()
    const kind = documentTypes[document?.type as keyof typeof documentTypes] ?? 'Document'
    return document ? `${kind}, ${document.year_name}` : kind
  }
  if (purpose === 'media') {
    const media = await trx.selectFrom('media').select('title').where('file_id', '=', id).executeTakeFirst()
    return `${type.startsWith('video/') ? 'Video' : 'Picture'}, “${media?.title ?? ''}”`
  }
  return plainNames[purpose] ?? 'File'
}

const findTerm = (trx: Trx, kind: 'report' | 'receipt', file_id: number) =>
  trx
    .selectFrom(trx.dynamic.table(studentEntities[kind]).as('record'))
    .innerJoin('years', 'years.id', 'record.year_id')
    .innerJoin('terms', 'terms.id', 'record.term_id')
    .select(['year_name', 'term_name'])
    .where('record.file_id', '=', file_id)
    .executeTakeFirst()
