import { givenRegister } from './imports.ts'
import { openWithCast } from '../testApp.ts'
import { cast } from '../data/users.ts'

/** Opens the app with `givenRegister`, for a director. */
export async function openRegister(options: Parameters<typeof openWithCast>[0] = {}) {
  const test = await openWithCast(options)
  await givenRegister(test)
  return { test, db: test.db, client: await test.signIn(cast.director) }
}
