import type { Selectable } from 'kysely'
import type { ImportedRow } from '#contract/imports.ts'
import { SUPPORTER } from '#contract/permissions.ts'
import { USER_DISABLED, userName } from '#contract/users.ts'
import { withYields } from '../database/inBatches.ts'
import { foldedName } from '../database/foldedName.ts'
import { lockRows } from '../database/lockRow.ts'
import type { Tables } from '../database/tables.ts'
import { refOf } from '../students/studentChanges.ts'
import { distinctIn, isEmpty, readIn, textIn, type Trx } from './importing.ts'

export type Person = { id: number; name: string; email: string }
export type Target = Selectable<Tables['students']> & { school: string }

const refIn = ({ ref }: ImportedRow) => textIn(ref).toUpperCase()
/** The number of a ref as Elimu writes it. */
function numberIn(ref: string): number | undefined {
  const number = Number(/^EL-(\d{4,7})$/.exec(ref)?.[1])
  return number > 0 && refOf(number) === ref ? number : undefined
}

/** Later refs would have no room, if a sheet could move their counter to the end. */
const AHEAD_MAX = 100_000

/**
 * Whether the unknown refs of a sheet are those of another Elimu, and not typing errors: before the first student, or in a
 * sheet that has a ref and a status in each row, as the second part of a large download does.
 */
async function isFromAnotherElimu(trx: Trx, rows: readonly ImportedRow[]): Promise<boolean> {
  const student = await trx.selectFrom('students').select('id').limit(1).executeTakeFirst()
  return !student || rows.every((row) => numberIn(refIn(row)) !== undefined && !isEmpty(row['status']))
}

async function lastNumber(trx: Trx): Promise<number> {
  const counter = trx.selectFrom('counters').select('value').where('name', '=', 'student')
  return (await counter.executeTakeFirstOrThrow()).value
}

const decidedIn = ({ duplicate }: ImportedRow) => (typeof duplicate === 'number' ? duplicate : 0)

/** Reads the students whom rows would update, by ref or by the decision about a duplicate. Locks them for saving. */
export async function readTargets(trx: Trx, rows: readonly ImportedRow[], isSaving: boolean) {
  const read = (column: 'ref' | 'students.id', values: unknown[]): Promise<Target[]> =>
    trx
      .selectFrom('students')
      .innerJoin('schools', 'schools.id', 'students.school_id')
      .selectAll('students')
      .select('schools.school')
      .where(column, 'in', values as never[])
      .execute()
  const refs = await distinctIn(rows, refIn)
  const ids = await distinctIn(rows, decidedIn)
  if (isSaving) await lockTargets(trx, refs, ids)
  const named = await readIn(refs, (some) => read('ref', some))
  const decided = await readIn(ids, (some) => read('students.id', some))
  const byRef = new Map(named.map((student) => [student.ref, student]))
  const byId = new Map(decided.map((student) => [student.id, student]))
  const of = (row: ImportedRow) =>
    isEmpty(row['ref']) || ownNumber(row) !== undefined ? byId.get(decidedIn(row)) : byRef.get(refIn(row))
  const mayAddRefs = named.length === 0 && (await isFromAnotherElimu(trx, rows))
  const last = await lastNumber(trx)
  /** The number of the ref that another Elimu has given to the student of a row. */
  const ownNumber = (row: ImportedRow) => {
    const number = mayAddRefs && !isEmpty(row['name']) ? numberIn(refIn(row)) : undefined
    return number !== undefined && number <= last + AHEAD_MAX ? number : undefined
  }
  const times = new Map<number, number>()
  for await (const row of withYields(rows)) {
    const id = of(row)?.id
    if (id) times.set(id, (times.get(id) ?? 0) + 1)
  }
  return {
    of,
    ownNumber,
    all: [...named, ...decided],
    isTwice: (id: number) => (times.get(id) ?? 0) > 1,
  }
}

async function lockTargets(trx: Trx, refs: string[], ids: number[]): Promise<void> {
  const named = await readIn(refs, (some) =>
    trx.selectFrom('students').select('id').where('ref', 'in', some).execute(),
  )
  await lockRows(trx, 'students', [...ids, ...named.map(({ id }) => id)])
}

type User = Person & { role_id: number; status: number }

/** Users without a password are included, because registers are imported before officers first sign in. */
const isOfficer = ({ role_id, status }: User) => role_id < SUPPORTER && status !== USER_DISABLED
const isSupporter = ({ role_id, status }: User) => role_id === SUPPORTER && status !== USER_DISABLED

const readUsers = (trx: Trx) =>
  trx.selectFrom('users').select(['id', 'first_name', 'last_name', 'email', 'role_id', 'status'])

const withName = <Row extends Parameters<typeof userName>[0]>(row: Row) => ({ ...row, name: userName(row) })

/** What a user is found by: the email address or the name. */
const wordOf = (text: string) => (text.includes('@') ? text.toLowerCase() : foldedName(text))

/** The users whom rows name, by these words. All are read, because a name may be written in any case. */
async function readNamed(trx: Trx, rows: readonly ImportedRow[]): Promise<{ word: string; user: User }[]> {
  const liaisons = await distinctIn(rows, ({ liaison }) => wordOf(textIn(liaison)))
  const words = new Set([
    ...liaisons,
    ...(await distinctIn(rows, ({ supporter }) => wordOf(textIn(supporter)))),
  ])
  const named: { word: string; user: User }[] = []
  if (words.size === 0) return named
  for await (const row of withYields(await readUsers(trx).execute())) {
    const user = withName(row)
    for (const word of [user.email, foldedName(user.name)]) if (words.has(word)) named.push({ word, user })
  }
  return named
}

/**
 * Locks the users whom rows may name until the commit, so that renaming or deleting one waits and then finds the
 * students. Users are locked before students, because renaming a user locks in that order.
 */
export async function lockPeople(trx: Trx, rows: readonly ImportedRow[]): Promise<void> {
  const ids = (await readNamed(trx, rows)).map(({ user }) => user.id)
  await lockRows(trx, 'users', ids, { isShared: true })
}

/** Reads the users whom rows may name, and the current officers and supporters of students to be updated. */
export async function readPeople(
  trx: Trx,
  rows: readonly ImportedRow[],
  { all }: { all: Pick<Target, 'liaison_id' | 'supporter_id'>[] },
) {
  const named = await readNamed(trx, rows)
  const byWord = Map.groupBy(named, ({ word }) => word)
  const find = (text: string, fits: (user: User) => boolean) =>
    (byWord.get(wordOf(text)) ?? []).flatMap(({ user }) => (fits(user) ? user : []))
  const present = [...new Set(all.flatMap(({ liaison_id, supporter_id }) => [liaison_id, supporter_id ?? 0]))]
  const others = await readIn(present, (some) => readUsers(trx).where('id', 'in', some).execute())
  const people = [...named.map(({ user }) => user), ...others.map(withName)]
  return {
    byId: new Map(people.map((person) => [person.id, person])),
    /** The supporter with this email address, or the only one with this name. */
    supporter(text: string): Person | undefined {
      const [first, ...namesakes] = find(text, isSupporter)
      return namesakes.length === 0 ? first : undefined
    },
    /** The officer with this email address, or all officers with this name. */
    liaisons: (text: string): Person[] => find(text, isOfficer),
    isDisabled: (text: string) =>
      find(text, (user) => user.role_id < SUPPORTER && !isOfficer(user)).length > 0,
  }
}
