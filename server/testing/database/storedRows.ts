import type { TestApp } from '../testApp.ts'

/** The history as it is stored, its changes parsed. */
export async function historyOf({ db }: TestApp) {
  const rows = await db.selectFrom('history').selectAll().orderBy('id').execute()
  return rows.map(({ changes, ...row }) => Object.assign(row, { changes: JSON.parse(changes) as unknown }))
}

/** A user's row as stored, with the columns that no answer contains. */
export const userRow = ({ db }: TestApp, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

/** The stored letters with a password link: to whom and of which kind. */
export const passwordLettersOf = ({ db }: TestApp) =>
  db.selectFrom('letters').select(['recipient', 'link_kind', 'user_id', 'state']).orderBy('id').execute()
