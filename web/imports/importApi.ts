import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { AnswerOf } from '#contract/base/call.ts'
import type { AllCalls } from '#contract/calls.ts'
import type { ImportCheck, ImportErrorCode, importForm, ImportKind } from '#contract/imports.ts'
import { type LookupKind, lookupName } from '#contract/lookups.ts'
import { USER_DISABLED, type User, userName } from '#contract/users.ts'
import { canHaveStudents, SUPPORTER } from '#contract/permissions.ts'
import { categories } from '#contract/records/receipts.ts'
import { lookupsQuery } from '../lookups/lookupApi.ts'
import { clustersQuery } from '../schools/schoolApi.ts'
import { schoolsQuery } from '../students/studentApi.ts'
import { call } from '../ui/call.ts'
import { retryUntilAnswered } from '../ui/list/rows/useListRows.ts'
import type { Transfer } from '../ui/modal/useSaving.ts'
import { divideRows } from './divideRows.ts'
import type { NamedField } from './sheet/targets.ts'

export type ImportWithRows = AnswerOf<AllCalls['GET /api/imports/:id']>['data']

/** Fetches all imports: a charity has a few dozen. */
export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: async ({ signal }) => (await call('GET /api/imports', { signal })).data,
  ...retryUntilAnswered,
})

/** How much of each kind is in Elimu, and what waits. */
export const movingInQuery = queryOptions({
  queryKey: ['imports', 'steps'],
  queryFn: async ({ signal }) => (await call('GET /api/imports/steps', { signal })).data,
  ...retryUntilAnswered,
})

export const importQuery = (id: number) =>
  queryOptions({
    queryKey: ['imports', id],
    queryFn: async ({ signal }) => (await call('GET /api/imports/:id', { params: { id }, signal })).data,
    ...retryUntilAnswered,
  })

/** Users that rows may name. The email is used only where two users have the same name. */
const peopleNamed = (users: User[]) => {
  const named = Map.groupBy(users, userName)
  return users.map((user) => {
    const name = userName(user)
    const isTwice = (named.get(name)?.length ?? 0) > 1
    return { value: isTwice ? user.email : name, label: isTwice ? `${name}, ${user.email}` : name }
  })
}

export const choicesOf = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }))

const usersQuery = queryOptions({
  ...retryUntilAnswered,
  queryKey: ['users', 'to name'],
  queryFn: ({ signal }) => call('GET /api/getUsers', { signal }),
})

const lookupNames = (kind: LookupKind) =>
  queryOptions({
    ...retryUntilAnswered,
    ...lookupsQuery(kind),
    select: ({ data }) => choicesOf(data.map((lookup) => lookupName(kind, lookup))),
  })

/** The registered names, by the row field that may refer to them. */
const namesQueries = {
  school: queryOptions({
    ...retryUntilAnswered,
    ...schoolsQuery,
    select: ({ data }) => choicesOf(data.map(({ school }) => school)),
  }),
  cluster: queryOptions({
    ...retryUntilAnswered,
    ...clustersQuery,
    select: ({ data }) => choicesOf(data.map(({ cluster_name }) => cluster_name)),
  }),
  liaison: queryOptions({
    ...usersQuery,
    select: ({ data }) =>
      peopleNamed(data.filter(({ status, roles }) => status !== USER_DISABLED && canHaveStudents(roles.id))),
  }),
  year: lookupNames('years'),
  term: lookupNames('terms'),
  class: lookupNames('classes'),
  subject: lookupNames('subjects'),
  cost_category: queryOptions({
    queryKey: ['categories'],
    queryFn: () => [...categories],
    select: choicesOf,
    staleTime: Infinity,
  }),
  supporter: queryOptions({
    ...usersQuery,
    select: ({ data }) =>
      data
        .filter(({ status, roles }) => status !== USER_DISABLED && roles.id === SUPPORTER)
        .map((user) => ({ value: user.email, label: `${userName(user)}, ${user.email}` })),
  }),
} satisfies Record<NamedField, unknown>

/** The registered names to choose from. */
export const namesQuery = (field: NamedField) => namesQueries[field] as typeof namesQueries.school

/** The request body, for the check and for the import. */
export type ImportBody = Omit<z.input<typeof importForm>, 'check'>

/** A check of all parts of a sheet. */
export type CheckedParts = ImportCheck & {
  /** The rows of each part, and the number of good ones. */
  parts: number[][]
  goodIn: number[]
  /** Of records, plans and accounts that are registered already, and of copies, which need no fixing: nothing would change. Not among `errors`. */
  taken: ImportCheck['errors']
}

const takenCodes = new Set<ImportErrorCode>([
  'reportTaken',
  'receiptTaken',
  'receiptCopy',
  'planTaken',
  'accountTaken',
])

/** A long sheet is sent in parts, so that no call keeps others waiting. Each part is an import. */
const bodiesOf = (body: ImportBody, parts: readonly number[][]): ImportBody[] =>
  parts.map((rows, part) => ({
    ...body,
    rows: rows.map((row) => body.rows[row] ?? {}),
    ...(parts.length > 1 && { file: `${body.file}, part ${part + 1} of ${parts.length}` }),
  }))

/** Several decisions in quick succession lead to one check. */
export const SETTLE_MS = 500

/** Checks the rows. Rows of a long sheet are checked again, once it is known which are about one student. */
export async function checkRows(body: ImportBody, signal: AbortSignal): Promise<CheckedParts> {
  const found = await checkParts(body, divideRows(body.rows), signal)
  return found.parts.length === 1 ? found : checkParts(body, divideRows(body.rows, found.students), signal)
}

async function checkParts(body: ImportBody, parts: number[][], signal: AbortSignal): Promise<CheckedParts> {
  const checks: ImportCheck[] = []
  const students = body.rows.map((): number | null => null)
  for (const [part, rows] of bodiesOf(body, parts).entries()) {
    const { data } = await call('POST /api/imports', { body: { ...rows, check: true }, signal })
    // The same call checks and imports; with `check` it answers an `ImportCheck`.
    const check = data as ImportCheck
    const inSheet = (row: number) => parts[part]?.[row] ?? 0
    for (const error of check.errors) error.row = inSheet(error.row)
    for (const answered of [...check.refunds, ...check.shared_accounts]) answered.row = inSheet(answered.row)
    for (const copy of check.duplicates) {
      copy.row = inSheet(copy.row)
      if (copy.of_row !== null) copy.of_row = inSheet(copy.of_row)
    }
    for (const [row, student] of check.students.entries()) students[inSheet(row)] = student
    checks.push(check)
  }
  const [first] = checks
  if (!first) throw new Error('A sheet without rows was checked')
  const isTaken = ({ code }: ImportCheck['errors'][number]) => takenCodes.has(code)
  const errors = checks.flatMap((check) => check.errors).toSorted((a, b) => a.row - b.row)
  const sum = (count: 'good' | 'created' | 'total') => checks.reduce((all, check) => all + check[count], 0)
  return {
    ...first,
    good: sum('good'),
    created: sum('created'),
    total: sum('total'),
    students,
    duplicates: checks.flatMap((check) => check.duplicates),
    refunds: checks.flatMap((check) => check.refunds),
    shared_accounts: checks.flatMap((check) => check.shared_accounts),
    own_classes: [
      ...Map.groupBy(
        checks.flatMap((check) => check.own_classes),
        ({ name }) => name,
      ),
    ].map(([name, all]) => ({ name, records: all.reduce((counted, { records }) => counted + records, 0) })),
    errors: errors.filter((error) => !isTaken(error)),
    taken: errors.filter(isTaken),
    parts,
    goodIn: checks.map(({ good }) => good),
  }
}

/** Imports the parts that have good rows. A repeat continues where it stopped. Returns the ids of the imports. */
export async function importRows(
  body: ImportBody,
  { parts: all, goodIn }: Pick<CheckedParts, 'parts' | 'goodIn'>,
  { idempotencyKey }: Pick<Transfer, 'idempotencyKey'>,
  onPart: (part: number, of: number) => void,
): Promise<number[]> {
  const ids: number[] = []
  const parts = bodiesOf(body, all).filter((_, part) => goodIn[part])
  for (const [part, rows] of parts.entries()) {
    onPart(part + 1, parts.length)
    const key = `${idempotencyKey}-${part}`
    const { data } = await call('POST /api/imports', {
      body: rows,
      idempotencyKey: key,
      action: { verb: 'import', ...(rows.file && { name: rows.file }) },
    })
    ids.push((data as Extract<typeof data, { id: number }>).id)
  }
  return ids
}

/** What an undo would do. Never cached before the undo, because other users may change the imported records. */
export const undoQuery = (id: number) =>
  queryOptions({
    queryKey: ['imports', id, 'undo'],
    queryFn: async ({ signal }) => (await call('GET /api/imports/:id/undo', { params: { id }, signal })).data,
    staleTime: 'static',
    gcTime: 0,
  })

/** The choices of earlier imports of this kind. */
export const rememberedQuery = (kind: ImportKind) =>
  queryOptions({
    queryKey: ['imports', 'remembered', kind],
    queryFn: async ({ signal }) =>
      (await call('GET /api/imports/remembered', { query: { kind }, signal })).data,
    // Never refetched, so that another user's import does not change the guesses of one in progress.
    staleTime: Infinity,
  })
