import { sql } from 'kysely'
import { daysFrom } from '#contract/base/days.ts'
import type { ListQuery } from '#contract/base/lists.ts'
import {
  DUE_SOON_DAYS,
  openStates,
  type RequestFilter,
  type RequestKind,
  type RequestWork,
  type RightsRequest,
} from '#contract/privacy/requests.ts'
import type { Db } from '../../database/connect.ts'
import { createList, finds } from '../../database/lists.ts'
import type { Placeholders } from '../../database/prepared.ts'
import { fileUrlIn } from '../../files/fileUrl.ts'
import { notFound } from '../../base/ApiError.ts'
import { LongAnswer } from '../../base/LongAnswer.ts'
import { authorIn, userNameIn } from '../../users/userNameIn.ts'

const isOpen = sql<boolean>`requests.state in (${sql.join(openStates.map((state) => sql.lit(state)))})`
const isClosed = sql<boolean>`requests.state in ('answered', 'refused')`

type Own = { today: string; kind: string; student: number }
type Asked = ListQuery & {
  show?: RequestFilter | undefined
  kind?: RequestKind | undefined
  student?: number | undefined
}

/** Requests about records: the open ones by the day on which they are due, the closed ones newest first. */
export function requestsList(db: Db) {
  const lists = new Map<string, ReturnType<typeof createRequestsList>>()
  return async ({ show = 'open', kind, student, ...query }: Asked, today: string) => {
    const key = `${show} ${kind !== undefined} ${student !== undefined}`
    const list = lists.get(key) ?? createRequestsList(db, show, kind !== undefined, student !== undefined)
    lists.set(key, list)
    const found = await list(query, { today, kind: kind ?? '', student: student ?? 0 })
    const { data, meta } = found instanceof LongAnswer ? await found.whole() : found
    return { data: data.map(asRequest), meta, counts: await countRequests(db, today) }
  }
}

const createRequestsList = (db: Db, show: RequestFilter, ofKind: boolean, ofStudent: boolean) =>
  createList<'due' | 'closed', Row, Own>(db, {
    orders:
      show === 'closed'
        ? { closed: ['requests.closed_at', 'requests.id'], due: ['requests.due_on', 'requests.id'] }
        : { due: ['requests.due_on', 'requests.id'], closed: ['requests.closed_at', 'requests.id'] },
    defaultDirection: show === 'closed' ? 'desc' : 'asc',
    id: 'requests.id',
    from(own) {
      const all = db
        .selectFrom('requests')
        .innerJoin('students', 'students.id', 'requests.student_id')
        .where(show === 'closed' ? isClosed : isOpen)
        .$if(show === 'overdue', (open) => open.where('requests.due_on', '<', own('today')))
        .$if(ofKind, (some) => some.where(sql<boolean>`requests.kind = ${own('kind')}`))
      return all.$if(ofStudent, (some) => some.where('requests.student_id', '=', own('student')))
    },
    isFound: (search) =>
      sql<boolean>`(${finds('students.search', search)} or ${finds('requests.search', search)})`,
    rows: (_own: Placeholders<Own>) => requestRows(db),
  })

const requestRows = (db: Db) =>
  db
    .selectFrom('requests')
    .innerJoin('students', 'students.id', 'requests.student_id')
    .leftJoin('users as noter', 'noter.id', 'requests.noted_by')
    .leftJoin('users as decider', 'decider.id', 'requests.decided_by')
    .leftJoin('files', 'files.id', 'requests.file_id')
    .leftJoin('anonymisations as erasure', (join) =>
      join.onRef('erasure.student_id', '=', 'requests.student_id').on('erasure.done_at', 'is', null),
    )
    .leftJoin('restrictions', 'restrictions.student_id', 'requests.student_id')
    .select(['requests.id', 'requests.student_id', 'students.name as student', 'students.ref'])
    .select(fileUrlIn('students.picture_id').as('path'))
    .select(['kind', 'state', 'asked_by', 'relation', 'identity_check', 'asked_on', 'words'])
    .select(['requests.due_on', 'start_by', 'noted_at', 'decided_at', 'closed_at', 'ground'])
    .select(['requests.reason', 'reason_sw', 'restricted_on'])
    .select([
      authorIn('noter').as('noted_by'),
      userNameIn('decider').as('decided_by'),
      fileUrlIn('requests.file_id').as('letter_path'),
      'files.name as letter_name',
      'files.bytes as letter_bytes',
      'erasure.due_on as anonymise_on',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof requestRows>['executeTakeFirstOrThrow']>>

const asRequest = ({ letter_path, letter_name, letter_bytes, ...row }: Row): RightsRequest =>
  Object.assign(row, {
    letter: letter_path ? { path: letter_path, name: letter_name ?? '', bytes: letter_bytes ?? 0 } : null,
  })

export async function findRequest(db: Db, id: number): Promise<RightsRequest> {
  const row = await requestRows(db).where('requests.id', '=', id).executeTakeFirstOrThrow(notFound)
  return asRequest(row)
}

const countRequests = (db: Db, today: string) =>
  db
    .selectFrom('requests')
    .select([
      sql<number>`count(case when ${isOpen} then 1 end)`.as('open'),
      sql<number>`count(case when ${isOpen} and due_on < ${today} then 1 end)`.as('overdue'),
      sql<number>`count(case when ${isClosed} then 1 end)`.as('closed'),
    ])
    .executeTakeFirstOrThrow()

/** The requests in My work: not those whose record only waits to be anonymised. */
export const requestWork = (db: Db, today: string): Promise<RequestWork> =>
  db
    .selectFrom('requests')
    .select([
      sql<number>`count(case when due_on >= ${today} and start_by <= ${daysFrom(today, DUE_SOON_DAYS)} then 1 end)`.as(
        'due',
      ),
      sql<number>`count(case when due_on < ${today} then 1 end)`.as('overdue'),
    ])
    .where('state', 'in', ['to_decide', 'accepted'])
    .executeTakeFirstOrThrow()

/** Every request about a student, the newest first. */
export async function studentRequests(db: Db, student_id: number): Promise<RightsRequest[]> {
  const rows = await requestRows(db)
    .where('requests.student_id', '=', student_id)
    .orderBy('requests.id', 'desc')
    .execute()
  return rows.map(asRequest)
}
