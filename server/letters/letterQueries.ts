import type { Kysely } from 'kysely'
import { type Letter } from '#contract/letters.ts'
import type { ListQuery } from '#contract/lists.ts'
import { contains, createList } from '../database/lists.ts'
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
export function lettersList(db: Db) {
  const read = createList<SortColumn, LetterRow>(db, {
    sorts,
    defaultDirection: 'desc',
    isUnrecorded: true,
    count(search) {
      const count = db.selectFrom('letters').select((eb) => eb.fn.countAll<number>().as('total'))
      return search ? count.where(contains('recipient', search)) : count
    },
    rows({ search, sort, limit, offset }) {
      const all = db
        .selectFrom('letters')
        .select(columns)
        .orderBy(sort.column, sort.direction)
        .orderBy('id', sort.direction)
      const found = search ? all.where(contains('recipient', search)) : all
      return limit ? found.limit(limit).offset(offset) : found
    },
  })
  return async (asked: ListQuery) => {
    const { data, meta } = await read(asked)
    return { data: data.map(asLetter), meta }
  }
}

export const findLetter = (db: Db, id: number) =>
  db.selectFrom('letters').select(columns).where('id', '=', id).executeTakeFirst()

type LetterRow = NonNullable<Awaited<ReturnType<typeof findLetter>>>

export function asLetter(row: LetterRow): Letter {
  const { id, recipient, subject, state, attempts, last_error, created_at, sent_at } = row
  const has_link = row.link_kind !== null && state !== 'sent'
  return { id, recipient, subject, state, attempts, last_error, created_at, sent_at, has_link }
}
