import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import type { Tables } from '../database/tables.ts'
import { historyOf } from './database/storedRows.ts'
import { openWithCast, type TestApp } from './testApp.ts'
import type { Answer } from './testClient.ts'
import { cast, type CastName } from './data/users.ts'
import { openShared } from './whenFinished.ts'

export type Scenario = {
  /** A sentence about the product. */
  name: string
  as: CastName | 'signed out'
  /** Prepares the database. */
  given?: (test: TestApp) => Promise<unknown>
  /** `POST /api/register`; a function if parts of it are only known during the test. */
  call: string | ((test: TestApp) => string | Promise<string>)
  input?: unknown
  /** By default 200, or 422 and 409 with one of the next two. */
  status?: number
  /** The messages of a form that is refused, by field. */
  errors?: object
  /** The message of a change that is refused. */
  conflict?: string
  /** What the answer must contain, among other things. */
  contains?: Record<string, unknown>
  /** What the one new entry of the history must contain. */
  history?: Record<string, unknown>
  /** Texts that the answer may not contain anywhere. */
  lacks?: string[]
  /** Checks the changes. */
  after?: (test: TestApp, answer: Answer) => Promise<void>
}

/**
 * Runs each scenario through the app on a fresh database. A refusal or a GET must not change any table, so those that
 * are given the same share an app and its database.
 */
export function scenarios(title: string, rows: Scenario[], settings: Record<string, string> = {}): void {
  describe(title, () => {
    const open = (given: Scenario['given']) => openWithCast({ settings, ...(given && { given }) })
    const shared = new Map<Scenario['given'], ReturnType<typeof openShared<TestApp>>>()
    const share = (given: Scenario['given']) => {
      const app = shared.get(given) ?? openShared(() => open(given))
      shared.set(given, app)
      return app
    }
    afterAll(async () => {
      // Those that failed to open have failed their tests already.
      for (const app of await Promise.allSettled(shared.values()))
        if (app.status === 'fulfilled') await app.value.close()
    })

    it.for(rows)('$name', async (row) => {
      const test = changesNothing(row) ? (await share(row.given)).opened : await open(row.given)
      const client = row.as === 'signed out' ? test.client() : await test.signIn(cast[row.as])
      const call = typeof row.call === 'string' ? row.call : await row.call(test)
      const { errors, conflict: message } = row
      const status = errors ? 422 : message ? 409 : (row.status ?? 200)
      const before = (status >= 400 || call.startsWith('GET ')) && (await storedTables(test))
      const entries = row.history && (await historyOf(test)).length

      const answer = await client.call(call, row.input)

      const body = errors ? { errors, message: firstOf(answer) } : message ? { message } : row.contains
      expect({ status: answer.status, body: answer.body }).toMatchObject({ status, ...(body && { body }) })
      for (const text of row.lacks ?? []) expect(answer.text).not.toContain(text)
      if (before) await expectStored(test, before)
      if (row.history) await expectAdded(test, entries, row.history)
      await row.after?.(test, answer)
    })
  })
}

/**
 * Whether a scenario is expected to change no table. `after` and a function as `call` may do so, and calls without a
 * session count as attempts.
 */
const changesNothing = ({ after, as, call, conflict, errors, status = 200 }: Scenario) =>
  !after &&
  as !== 'signed out' &&
  typeof call === 'string' &&
  (Boolean(errors ?? conflict) || status >= 400 || call.startsWith('GET '))

/** The message of a refused form is that of its first wrong field. */
const firstOf = ({ body }: Answer) =>
  Object.values((body as { errors?: object }).errors ?? {}).flat()[0] as unknown

/** A scenario without what it has in common with the others. */
export type ScenarioRow = Pick<Scenario, 'name'> & Partial<Scenario>

/** Runs scenarios that have much in common, such as the call or the user. */
export const scenariosWith = (
  title: string,
  common: Partial<Scenario>,
  rows: ScenarioRow[],
  settings?: Record<string, string>,
) =>
  scenarios(
    title,
    rows.map((row) => ({ ...common, ...row }) as Scenario),
    settings,
  )

async function expectAdded(test: TestApp, entries: number | undefined, entry: object): Promise<void> {
  expect((await historyOf(test)).slice(entries)).toMatchObject([entry])
}

async function expectStored(test: TestApp, before: Record<string, unknown[]>): Promise<void> {
  expect(await storedTables(test)).toEqual(before)
}

/** Tables that a refused call writes to on purpose: it counts as an attempt, and uses codes up. Views are written later. */
const WRITTEN_BY_REFUSALS = new Set(['attempts', 'used_once', 'views'])

/** Every row of every table, to compare two moments. Most tables are empty: one query finds those that are not. */
export async function storedTables({ db }: Pick<TestApp, 'db'>): Promise<Record<string, unknown[]>> {
  tableNames ??= namesOf(db)
  const names = await tableNames
  const filled = await sql
    .raw<{ name: keyof Tables }>(
      names
        .map((name) => `select '${name}' as name where exists (select 1 from ${name})`)
        .join(' union all '),
    )
    .execute(db)
  const stored: Record<string, unknown[]> = Object.fromEntries(names.map((name) => [name, []]))
  for (const { name } of filled.rows) {
    const rows = await db.selectFrom(name).selectAll().execute()
    const inOrder = rows.map((row) => ({ row, text: JSON.stringify(row) }))
    stored[name] = inOrder.toSorted((a, b) => (a.text < b.text ? -1 : 1)).map(({ row }) => row)
  }
  return stored
}

let tableNames: Promise<(keyof Tables)[]> | undefined

/** The tables as the database lists them, so that a new one is included; read once per worker. */
async function namesOf(db: TestApp['db']): Promise<(keyof Tables)[]> {
  const tables = await db.introspection.getTables()
  return tables
    .filter(({ schema, name }) => schema !== 'pristine' && !WRITTEN_BY_REFUSALS.has(name))
    .map(({ name }) => name as keyof Tables)
}
