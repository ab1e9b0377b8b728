import type { Selectable } from 'kysely'
import { decisionSchema, type ImportedRow } from '#contract/imports.ts'
import { SUPPORTER } from '#contract/permissions.ts'
import { wordsOf } from '#contract/searchMatch.ts'
import { USER_DISABLED, userName } from '#contract/users.ts'
import { withYields } from '../base/yieldToRequests.ts'
import { mapInBatches } from '../database/inBatches.ts'
import { lockRows } from '../database/lockRow.ts'
import type { Tables } from '../database/tables.ts'
import { refOf } from '../students/studentChanges.ts'
import { distinctIn, isEmpty, type Names, textIn, type Trx } from './importing.ts'

export type Student = Selectable<Tables['students']>

const refIn = ({ ref }: ImportedRow) => textIn(ref).toUpperCase()
/** The number of a ref as Elimu writes it. */
function numberIn(ref: string): number | undefined {
  const number = Number(/^EL-(\d{4,7})$/.exec(ref)?.[1])
  return number > 0 && refOf(number) === ref ? number : undefined
}

/** A sheet may move the counter of refs ahead by this much: moved to its end, it would leave no refs for later students. */
const AHEAD_MAX = 100_000

/**
 * Whether the unknown refs of a sheet come from another Elimu, and are not typing errors: if this one has no students, or if each
 * row has a ref and a status, as in the second part of a large download.
 */
async function isFromAnotherElimu(trx: Trx, rows: readonly ImportedRow[]): Promise<boolean> {
  const student = await trx.selectFrom('students').select('id').limit(1).executeTakeFirst()
  return !student || rows.every((row) => numberIn(refIn(row)) !== undefined && !isEmpty(row['status']))
}

function decidedIn({ duplicate }: ImportedRow): number {
  if (typeof duplicate !== 'number') return 0
  const { data } = decisionSchema.safeParse(duplicate)
  return typeof data === 'number' ? data : 0
}

/** Reads the students whom rows would update, by ref or by the decision about a duplicate. Locks them for saving. */
export async function readTargets(trx: Trx, rows: readonly ImportedRow[], isSaving: boolean) {
  const students = trx.selectFrom('students').selectAll()
  const read = (column: 'ref' | 'id', values: unknown[]) =>
    mapInBatches(values as never[], (some) => students.where(column, 'in', some).execute())
  const refs = await distinctIn(rows, refIn)
  const ids = await distinctIn(rows, decidedIn)
  if (isSaving) await lockRows(trx, 'students', [...ids, ...(await read('ref', refs)).map(({ id }) => id)])
  const named = await read('ref', refs)
  const byRef = new Map(named.map((student) => [student.ref, student]))
  const byId = new Map((await read('id', ids)).map((student) => [student.id, student]))
  const of = (row: ImportedRow) =>
    isEmpty(row['ref']) || ownNumber(row) !== undefined ? byId.get(decidedIn(row)) : byRef.get(refIn(row))
  const mayAddRefs = named.length === 0 && (await isFromAnotherElimu(trx, rows))
  const counter = trx.selectFrom('counters').select('value').where('name', '=', 'student')
  const { value: last } = await counter.executeTakeFirstOrThrow()
  /** The number of the ref that another Elimu has given to the student of a row. */
  const ownNumber = (row: ImportedRow) => {
    const number = mayAddRefs && !isEmpty(row['name']) ? numberIn(refIn(row)) : undefined
    return number !== undefined && number <= last + AHEAD_MAX ? number : undefined
  }
  const times = new Map<number, number>()
  for (const row of rows) {
    const id = of(row)?.id
    if (id) times.set(id, (times.get(id) ?? 0) + 1)
  }
  return { of, ownNumber, isTwice: (id: number) => (times.get(id) ?? 0) > 1 }
}

type User = { id: number; name: string; email: string; role_id: number; status: number }

/** Users without a password are included, because registers are imported before officers first sign in. */
const isOfficer = ({ role_id, status }: User) => role_id < SUPPORTER && status !== USER_DISABLED
const isSupporter = ({ role_id, status }: User) => role_id === SUPPORTER && status !== USER_DISABLED

/** A name without what the search ignores too, such as apostrophes. */
const nameKey = (name: string) => wordsOf(name).join(' ')

/** Reads all users, because a name may be written in any case. */
export async function readPeople(trx: Trx) {
  const columns = ['id', 'first_name', 'last_name', 'email', 'role_id', 'status'] as const
  const byId = new Map<number, User>()
  const byWord = new Map<string, User[]>()
  for await (const row of withYields(await trx.selectFrom('users').select(columns).execute())) {
    const user = { ...row, name: userName(row) }
    byId.set(user.id, user)
    for (const word of [user.email, nameKey(user.name)]) byWord.set(word, [...(byWord.get(word) ?? []), user])
  }
  /** The users with this email address or name. */
  const called = (text: string) => byWord.get(text.includes('@') ? text.toLowerCase() : nameKey(text)) ?? []
  return {
    byId,
    called,
    /** The supporter with this email address, or the only one with this name. */
    supporter(text: string): User | undefined {
      const [first, ...namesakes] = called(text).filter(isSupporter)
      return namesakes.length === 0 ? first : undefined
    },
    /** The officer with this email address, or all officers with this name. */
    liaisons: (text: string) => called(text).filter(isOfficer),
    isDisabled: (text: string) => called(text).some((user) => user.role_id < SUPPORTER && !isOfficer(user)),
  }
}

/**
 * Locks the users whom rows may name until the commit, so that renaming or deleting one waits and then finds the
 * students. Users are locked before students, because renaming a user locks in that order.
 */
export async function lockPeople(trx: Trx, rows: readonly ImportedRow[]): Promise<void> {
  const { called } = await readPeople(trx)
  const ids = new Set<number>()
  for await (const { liaison, supporter } of withYields(rows))
    for (const { id } of [liaison, supporter].flatMap((cell) => called(textIn(cell)))) ids.add(id)
  await lockRows(trx, 'users', [...ids], { isShared: true })
}

export type StudentNames = ReturnType<ReturnType<typeof namesFinder>>
type Referring = Pick<Student, 'school_id' | 'class_id' | 'liaison_id' | 'supporter_id'>

/** Returns a function that finds the names of those whom a student refers to. */
export function namesFinder(schools: Names, classes: Names, { byId: people }: { byId: Map<number, User> }) {
  const byId = (names: Names) => new Map([...names.values()].map(({ id, name }) => [id, name]))
  const [schoolNames, classNames] = [byId(schools), byId(classes)]
  return ({ school_id, class_id, liaison_id, supporter_id }: Referring) => ({
    school: schoolNames.get(school_id),
    class: classNames.get(class_id ?? 0) ?? null,
    liaison: people.get(liaison_id ?? 0)?.name ?? '',
    supporter: people.get(supporter_id ?? 0)?.name ?? null,
  })
}
