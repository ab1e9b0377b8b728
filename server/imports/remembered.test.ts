import { expect, it } from 'vitest'
import { inBatches } from '../database/inBatches.ts'
import { givenRegister, importing, importRows, sheetRow } from '../testing/imports/imports.ts'
import { openRegister } from '../testing/imports/openRegister.ts'
import { scenarios, scenariosWith } from '../testing/scenarios.ts'
import type { TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const CALL = 'GET /api/imports/remembered'
const headings = { sex: 'gender', 'pupils name': 'name', bal: null }
const words = { gender: { girl: 'Female', f: 'Female' }, school: { 'st. kizito sec': 'St Kizito Girls' } }

async function given(test: TestApp) {
  await givenRegister(test)
  await importRows(await test.signIn(cast.director), [sheetRow], { headings, words })
}

scenariosWith(CALL, { as: 'coordinator' }, [
  {
    name: 'returns the meanings of headings and words to the next import of the same kind, by any user',
    given,
    call: `${CALL}?kind=students`,
    contains: { data: { headings, words } },
  },
  {
    name: 'returns nothing for a kind that was never imported',
    given,
    call: `${CALL}?kind=schools`,
    contains: { data: { headings: {}, words: {} } },
    lacks: ['gender'],
  },
  {
    name: 'is refused for supporters to users who may not import them',
    call: `${CALL}?kind=supporters`,
    status: 403,
  },
  {
    name: 'refuses an unknown kind',
    call: `${CALL}?kind=teachers`,
    errors: { kind: ['Kind is not known'] },
  },
])

const refused = (name: string, more: object, errors: object) => ({
  name,
  as: 'coordinator' as const,
  given: givenRegister,
  call: 'POST /api/imports',
  input: importing([sheetRow], more),
  errors,
})

const many = (count: number, value: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`word ${index}`, value]))

scenarios('POST /api/imports, keeping what a sheet meant', [
  refused(
    'refuses more headings than a sheet can have',
    { headings: many(101, 'name') },
    {
      headings: ['No more than 100 headings can be remembered'],
    },
  ),
  refused(
    'refuses more words than a sheet can have rows',
    { words: { gender: many(5_001, 'Female') } },
    {
      words: ['No more than 5000 words can be remembered'],
    },
  ),
  refused(
    'refuses an empty meaning',
    { words: { gender: { girl: ' ' } } },
    {
      'words.gender.girl': ['Meaning cannot be empty'],
    },
  ),
  {
    name: 'stores nothing after a check',
    as: 'coordinator',
    given: givenRegister,
    call: 'POST /api/imports',
    input: importing([sheetRow], { check: true, headings, words }),
    async after(test) {
      const client = await test.signIn(cast.coordinator)
      expect((await client.get('/api/imports/remembered?kind=students')).body).toMatchObject({
        data: { headings: {}, words: {} },
      })
    },
  },
])

it('replaces a word’s meaning with that of a later import', async () => {
  const { client } = await openRegister()
  await importRows(client, [sheetRow], { headings, words })
  await importRows(client, [{ ...sheetRow, name: 'Another Child', dob: '2008-02-01' }], {
    headings: { bal: 'ambition' },
    words: { gender: { g: 'Female', f: 'Male' } },
  })
  expect((await client.get('/api/imports/remembered?kind=students')).body).toMatchObject({
    data: {
      headings: { ...headings, bal: 'ambition' },
      words: { ...words, gender: { girl: 'Female', f: 'Male', g: 'Female' } },
    },
  })
})

it('returns words that are property names in JavaScript as plain words', async () => {
  const { client } = await openRegister()
  const strange = { constructor: { 'kept key': 'Moi Girls' }, gender: { constructor: 'Male' } }
  await importRows(client, [sheetRow], { words: strange, headings: { constructor: 'name' } })
  const { body } = await client.get('/api/imports/remembered?kind=students')
  expect(body).toMatchObject({ data: { headings: { constructor: 'name' }, words: strange } })
  expect(Object).not.toHaveProperty('kept key')
})

it('deletes the meanings of earlier sheets when there are too many', async () => {
  const { db, client } = await openRegister()
  const kept = (kind: 'students' | 'schools') => (_: unknown, index: number) => ({
    kind,
    field: 'school',
    said: `school ${index}`,
    meaning: 'Moi Girls',
  })
  const full = Array.from({ length: 20_000 - 1 }, kept('students'))
  for await (const slice of inBatches([...full, kept('schools')(null, 0)])) {
    await db.insertInto('import_meanings').values(slice).execute()
  }
  await importRows(client, [sheetRow], { headings: { sex: 'gender' } })
  const count = async () => (await db.selectFrom('import_meanings').select('said').execute()).length
  expect(await count()).toBe(20_001)
  await importRows(client, [{ ...sheetRow, name: 'Another Child', dob: '2008-02-01' }], {
    headings: { pupil: 'name' },
  })
  expect(await count()).toBe(2)
})
