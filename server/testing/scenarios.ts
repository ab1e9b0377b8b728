import { describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from './testApp.ts'
import type { Answer } from './testClient.ts'
import { addCast, cast, type CastName } from './users.ts'

export type Scenario = {
  /** A sentence of the specification. */
  name: string
  as: CastName | 'signed out'
  /** What happened before. */
  given?: (test: TestApp) => Promise<unknown>
  /** `POST /api/register`; a function where it must be found out first. */
  call: string | ((test: TestApp) => string | Promise<string>)
  input?: unknown
  status: number
  /** What the answer must hold, among other things. */
  contains?: Record<string, unknown>
  /** What the answer may nowhere hold. */
  lacks?: string[]
  /** What is to be seen afterwards. */
  after?: (test: TestApp, answer: Answer) => Promise<void>
}

/** Runs each scenario through the whole app on a fresh database. A refusal must leave everything as it was. */
export function scenarios(title: string, rows: Scenario[], settings: Record<string, string> = {}): void {
  describe(title, () => {
    it.for(rows)('$name', async (row) => {
      const test = await openTestApp({ settings })
      await addCast(test.db)
      await row.given?.(test)
      const client = row.as === 'signed out' ? test.client() : await test.signIn(cast[row.as])
      const call = typeof row.call === 'string' ? row.call : await row.call(test)
      const before = await records(test)

      const answer = await client.call(call, row.input)

      expect({ status: answer.status, body: answer.body }).toMatchObject({
        status: row.status,
        ...(row.contains && { body: row.contains }),
      })
      for (const text of row.lacks ?? []) expect(answer.text).not.toContain(text)
      const isRefused = row.status >= 400
      expect(isRefused ? await records(test) : before).toEqual(before)
      await row.after?.(test, answer)
    })
  })
}

/** Everything that a refused call could have changed. */
export async function records({ db }: Pick<TestApp, 'db'>) {
  return {
    users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
    sessions: await db.selectFrom('sessions').selectAll().orderBy('token_hash').execute(),
    students: await db.selectFrom('students').selectAll().orderBy('id').execute(),
    reports: await db.selectFrom('reports').selectAll().orderBy('id').execute(),
    marks: await db.selectFrom('marks').selectAll().orderBy('id').execute(),
    receipts: await db.selectFrom('receipts').selectAll().orderBy('id').execute(),
    items: await db.selectFrom('items').selectAll().orderBy('id').execute(),
    drafts: await db.selectFrom('drafts').selectAll().orderBy('user_id').orderBy('key').execute(),
    documents: await db.selectFrom('documents').selectAll().orderBy('id').execute(),
    media: await db.selectFrom('media').selectAll().orderBy('id').execute(),
    files: await db.selectFrom('files').selectAll().orderBy('id').execute(),
    unowned_bytes: await db.selectFrom('unowned_bytes').selectAll().orderBy('key').execute(),
    letters: await db.selectFrom('letters').selectAll().orderBy('id').execute(),
    clusters: await db.selectFrom('clusters').selectAll().orderBy('id').execute(),
    schools: await db.selectFrom('schools').selectAll().orderBy('id').execute(),
    years: await db.selectFrom('years').selectAll().orderBy('id').execute(),
    terms: await db.selectFrom('terms').selectAll().orderBy('id').execute(),
    classes: await db.selectFrom('classes').selectAll().orderBy('id').execute(),
    subjects: await db.selectFrom('subjects').selectAll().orderBy('id').execute(),
    creations: await db.selectFrom('creations').selectAll().orderBy('key').execute(),
    history: await db.selectFrom('history').selectAll().orderBy('id').execute(),
  }
}
