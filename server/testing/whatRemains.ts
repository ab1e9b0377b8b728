import type { TestApp } from './testApp.ts'

/** The history, with its changes read. */
export async function historyOf({ db }: TestApp) {
  const rows = await db.selectFrom('history').selectAll().orderBy('id').execute()
  return rows.map(({ changes, ...row }) => Object.assign(row, { changes: JSON.parse(changes) as unknown }))
}

/** A user's row, with what no answer holds. */
export const userRow = ({ db }: TestApp, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

/** To whom letters were written, and why. */
export const passwordLettersOf = ({ db }: TestApp) =>
  db.selectFrom('letters').select(['recipient', 'link_kind', 'user_id', 'state']).orderBy('id').execute()

/** What somebody would like to set beside the form of a user. */
export const unsettable = {
  status: 2,
  created_by: 5,
  updated_by: 5,
  created_at: '1999-01-01T00:00:00.000Z',
  ref: 'EL-0001',
  password_hash: 'x',
  search: 'x',
  roles: { id: 1, role: 'System Administrator' },
}
