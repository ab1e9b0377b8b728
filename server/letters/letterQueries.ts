import type { ExpressionBuilder, Nullable } from 'kysely'
import {
  type Letter,
  type LetterCounts,
  letterKinds,
  letterStates,
  type LettersQuery,
  type WholeLetter,
} from '#contract/letters.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/base/lists.ts'
import { withoutPasswordLink } from '../identity/passwords/passwordLetters.ts'
import { askedSort, asksForAll, contains, finds, searchOf } from '../database/lists.ts'
import type { Db } from '../database/connect.ts'
import type { Tables } from '../database/tables.ts'
import { fileUrl } from '../files/fileUrl.ts'
import { attachedTo } from '../mail/outbox.ts'
import { userNameIn } from '../users/userNameIn.ts'

/** Which letters the viewer sees besides those with the news of a term. */
export type LetterScope = { seesPromises: boolean; seesAccounts: boolean }
export type Wanted = Pick<LettersQuery, 'kind' | 'year_id' | 'term_id' | 'since' | 'search'>

const sorts = ['created_at', 'recipient', 'subject', 'state', 'attempts'] as const
/** A letter that is being sent still counts as waiting. */
const statesShownAs = { waiting: ['waiting', 'sending'], failed: ['failed'] } as const

/** The requested letters, by default the newest first, and the number in each state. */
export async function listLetters(
  db: Db,
  { state, page, size, sort: column, ...wanted }: LettersQuery,
  scope: LetterScope,
) {
  const { counts, ...others } = await countLetters(db, wanted, scope)
  const states = state ? statesShownAs[state] : letterStates
  const total = states.reduce((sum, each) => sum + counts[each], 0)
  const whole = asksForAll({ page, size, search: wanted.search, sort: column })
  const sort = askedSort(column, { sorts, defaultDirection: 'desc' })
  let letters = letterRows(db, wanted, scope)
    .orderBy(`letters.${sort.column}`, sort.direction)
    .orderBy('letters.id', sort.direction)
  if (state) letters = letters.where('letters.state', 'in', states)
  if (!whole) {
    const limit = size ?? DEFAULT_PAGE_SIZE
    letters = letters.limit(limit).offset(((page ?? 1) - 1) * limit)
  }
  return { data: (await letters.execute()).map(asLetter), meta: { total, whole }, counts, ...others }
}

async function countLetters(db: Db, wanted: Wanted, scope: LetterScope) {
  const rows = await lettersWanted(db, wanted, scope)
    .select((eb) => [
      'letters.state',
      eb.fn.countAll<number>().as('count'),
      eb.fn.count<number>('letters.link_kind').as('links'),
      eb.fn.count<number>('letters.last_error').as('tried'),
      eb.fn.count<number>('letters.id').filterWhere(isWithheldIn(eb)).as('held_back'),
    ])
    .groupBy('letters.state')
    .execute()
  const none: LetterCounts = { waiting: 0, sending: 0, sent: 0, failed: 0 }
  const counts = rows.reduce((all, { state, count }) => Object.assign(all, { [state]: count }), none)
  const { links = 0, held_back = 0 } = rows.find(({ state }) => state === 'failed') ?? {}
  return {
    counts,
    to_retry: counts.failed - held_back - (retriesLinks(wanted) ? 0 : links),
    tried_again: statesShownAs.waiting.reduce(
      (sum, state) => sum + (rows.find((each) => each.state === state)?.tried ?? 0),
      0,
    ),
  }
}

/** Whether a failed letter had news of students, none of whom may be in it any more. */
export const isWithheldIn = (eb: ExpressionBuilder<Tables, 'letters'>) =>
  eb.and([
    eb.exists(eb.selectFrom('notices').select('letter_id').whereRef('notices.letter_id', '=', 'letters.id')),
    eb.not(
      eb.exists(
        eb.selectFrom('notice_items').select('id').whereRef('notice_items.letter_id', '=', 'letters.id'),
      ),
    ),
  ])

/**
 * Whether a retry of all letters includes password letters: only with the kind `account`, because users do not expect
 * a new link months later.
 */
export const retriesLinks = ({ kind }: Wanted) => kind === 'account'

export async function findLetter(db: Db, id: number, scope: LetterScope): Promise<Letter | undefined> {
  const row = await letterRows(db, {}, scope).where('letters.id', '=', id).executeTakeFirst()
  return row && asLetter(row)
}

/** A letter exactly as it arrives, but without its password link. */
export async function findWholeLetter(
  db: Db,
  id: number,
  scope: LetterScope,
): Promise<WholeLetter | undefined> {
  const letter = await lettersWanted(db, {}, scope)
    .select(['letters.recipient', 'letters.subject', 'letters.html', 'letters.text'])
    .where('letters.id', '=', id)
    .executeTakeFirst()
  if (!letter) return undefined
  const files = await attachedTo(db, id)
  const attachments = files.map(({ name, bytes, file_id }) => ({ name, bytes, path: fileUrl(file_id) }))
  return { ...withoutPasswordLink(letter), attachments }
}

/** The requested letters that the viewer may see. Only those with the news of a term have a notice. */
export function lettersWanted(
  db: Db,
  { kind, year_id, term_id, since, search }: Wanted,
  { seesPromises, seesAccounts }: LetterScope,
) {
  let letters = db
    .selectFrom('letters')
    .leftJoin('notices', 'notices.letter_id', 'letters.id')
    .leftJoin('promise_letters', 'promise_letters.letter_id', 'letters.id')
  const seen = { news: true, promise: seesPromises, account: seesAccounts }
  const shown = letterKinds.filter((each) => seen[each] && (kind === undefined || each === kind))
  if (shown.length < letterKinds.length)
    letters = letters.where((eb) => eb.or(shown.map((each) => isKind[each](eb))))
  if (year_id !== undefined) letters = letters.where('notices.year_id', '=', year_id)
  if (term_id !== undefined) letters = letters.where('notices.term_id', '=', term_id)
  if (since !== undefined) letters = letters.where('letters.id', '>=', since)
  const wanted = searchOf(search ?? '')
  if (!wanted) return letters
  // Searches people first, because they are few compared to the letters of all years.
  const idsIn = (table: 'users' | 'students') =>
    db.selectFrom(table).select('id').where(finds('search', wanted))
  const about = db.selectFrom('notice_items').select('letter_id').where('student_id', 'in', idsIn('students'))
  return letters.where((eb) =>
    eb.or([
      contains('letters.recipient', wanted),
      eb('letters.user_id', 'in', idsIn('users')),
      eb('notices.supporter_id', 'in', idsIn('users')),
      eb('letters.id', 'in', about),
    ]),
  )
}

type Joined = ExpressionBuilder<
  Tables & { notices: Nullable<Tables['notices']>; promise_letters: Nullable<Tables['promise_letters']> },
  'letters' | 'notices' | 'promise_letters'
>
const isKind = {
  news: (eb: Joined) => eb('notices.letter_id', 'is not', null),
  promise: (eb: Joined) => eb('promise_letters.letter_id', 'is not', null),
  account: (eb: Joined) =>
    eb.and([eb('notices.letter_id', 'is', null), eb('promise_letters.letter_id', 'is', null)]),
}

const letterRows = (db: Db, wanted: Wanted, scope: LetterScope) =>
  lettersWanted(db, wanted, scope)
    .leftJoin('users as reader', (join) =>
      join.on((eb) => eb('reader.id', '=', eb.fn.coalesce('notices.supporter_id', 'letters.user_id'))),
    )
    .leftJoin('roles', 'roles.id', 'reader.role_id')
    .leftJoin('users as sender', 'sender.id', 'notices.sent_by')
    .select((eb) => [
      'letters.id',
      'notices.letter_id as news',
      'promise_letters.letter_id as promise',
      'letters.recipient',
      'letters.subject',
      'letters.state',
      'letters.attempts',
      'letters.last_error',
      'letters.created_at',
      'letters.tried_at',
      'letters.next_attempt_at',
      'letters.sent_at',
      'letters.link_kind',
      'reader.id as user_id',
      'reader.first_name',
      'reader.last_name',
      'reader.email',
      'reader.phone',
      'reader.country',
      'reader.status',
      'roles.id as role_id',
      'roles.role',
      userNameIn('sender').as('sent_by'),
      eb
        .selectFrom('notice_items')
        .select((of) => of.fn.count<number>('student_id').distinct().as('count'))
        .whereRef('notice_items.letter_id', '=', 'letters.id')
        .$asScalar()
        .$castTo<number>()
        .as('students'),
      eb
        .selectFrom('notice_items')
        .innerJoin('students', 'students.id', 'notice_items.student_id')
        .select('students.name')
        .whereRef('notice_items.letter_id', '=', 'letters.id')
        .orderBy('notice_items.id')
        .limit(1)
        .$asScalar()
        .as('first_student'),
      eb
        .selectFrom('letter_files')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('letter_files.letter_id', '=', 'letters.id')
        .$asScalar()
        .$castTo<number>()
        .as('attached'),
    ])

type LetterRow = Awaited<ReturnType<ReturnType<typeof letterRows>['executeTakeFirstOrThrow']>>

function asLetter({ news, promise, next_attempt_at, link_kind, ...row }: LetterRow): Letter {
  const { user_id, first_name, last_name, email, phone, country, status, role_id, role, ...letter } = row
  return {
    ...letter,
    kind: news !== null ? 'news' : promise !== null ? 'promise' : 'account',
    to:
      user_id === null
        ? null
        : {
            id: user_id,
            first_name: first_name ?? '',
            last_name: last_name ?? '',
            email: email ?? '',
            phone,
            country,
            status: status ?? 0,
            roles: { id: role_id ?? 0, role: role ?? '' },
          },
    next_try_at: letter.state === 'waiting' ? next_attempt_at : null,
    has_link: link_kind !== null && letter.state !== 'sent',
  }
}
