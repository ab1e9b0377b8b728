import type { Kysely } from 'kysely'
import { type Letter } from '#contract/letters.ts'
import type { ListQuery } from '#contract/lists.ts'
import { contains, type Page, readList } from '../database/lists.ts'
import type { Tables } from '../database/tables.ts'

type Db = Kysely<Tables>
const sorts = ['created_at', 'recipient', 'subject', 'state', 'attempts'] as const
type SortColumn = (typeof sorts)[number]

const columns = [
  'id',
  'recipient',
  'subject',
  'state',
  'attempts',
  'last_error',
  'created_at',
  'sent_at',
  'link_kind',
  'user_id',
] as const

/** The letters, the newest first unless asked otherwise. */
export const listLetters = (db: Db, asked: ListQuery) =>
  readList<SortColumn, Letter>(asked, {
    sorts,
    defaultDirection: 'desc',
    count: (search) => countLetters(db, search),
    rows: (page) => readLetters(db, page),
  })

async function countLetters(db: Db, search: string | undefined): Promise<number> {
  const { total } = await db
    .selectFrom('letters')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .$if(Boolean(search), (query) => query.where(contains('recipient', search ?? '')))
    .executeTakeFirstOrThrow()
  return total
}

async function readLetters(db: Db, { search, sort, limit, offset }: Page<SortColumn>): Promise<Letter[]> {
  const rows = await db
    .selectFrom('letters')
    .select(columns)
    .$if(Boolean(search), (query) => query.where(contains('recipient', search ?? '')))
    .orderBy(sort.column, sort.direction)
    .orderBy('id', sort.direction)
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0).offset(offset))
    .execute()
  return rows.map(asLetter)
}

export const findLetter = (db: Db, id: number) =>
  db.selectFrom('letters').select(columns).where('id', '=', id).executeTakeFirst()

type LetterRow = NonNullable<Awaited<ReturnType<typeof findLetter>>>

export function asLetter(row: LetterRow): Letter {
  const { id, recipient, subject, state, attempts, last_error, created_at, sent_at } = row
  const has_link = row.link_kind !== null && state !== 'sent'
  return { id, recipient, subject, state, attempts, last_error, created_at, sent_at, has_link }
}
