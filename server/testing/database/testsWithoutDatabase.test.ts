import { expect, it } from 'vitest'
import { testsWithoutDatabase } from './testsWithoutDatabase.ts'

it('finds the tests that import no database, directly or indirectly', () => {
  const found = testsWithoutDatabase()
  expect(found).toEqual(
    expect.arrayContaining(['server/config.test.ts', 'server/gallery/film/cleanFilm.test.ts']),
  )
  // These import the test database directly, through the scenarios, and through a trial in their folder.
  for (const test of ['database/migrate', 'users/registerUser', 'files/images'])
    expect(found).not.toContain(`server/${test}.test.ts`)
})
