import { givenRegister } from './imports.ts'
import { openTestApp } from './testApp.ts'
import { addCast, cast } from './users.ts'

/** Opens the app with `givenRegister`, for a director. */
export async function openRegister(options: Parameters<typeof openTestApp>[0] = {}) {
  const test = await openTestApp(options)
  await addCast(test.db)
  await givenRegister(test)
  return { test, db: test.db, client: await test.signIn(cast.director) }
}
