import { expect, it } from 'vitest'
import { inBatches } from '../database/inBatches.ts'
import { givenRegister, importing, importRows, sheetRow } from '../testing/imports.ts'
import { scenarios } from '../testing/scenarios.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import { addCast, cast } from '../testing/users.ts'

const CALL = 'GET /api/imports/remembered'
const headings = { sex: 'gender', 'pupils name': 'name', bal: null }
const words = { gender: { girl: 'Female', f: 'Female' }, school: { 'st. kizito sec': 'St Kizito Girls' } }

async function given(test: TestApp) {
  await givenRegister(test)
  await importRows(await test.signIn(cast.director), [sheetRow], { headings, words })
}

scenarios(CALL, [
  {
    name: 'tells whoever imports the same kind next what headings and words meant',
    as: 'coordinator',
    given,
    call: `${CALL}?kind=students`,
    status: 200,
    contains: { data: { headings, words } },
  },
  {
    name: 'knows nothing of a kind that was never imported',
    as: 'coordinator',
    given,
    call: `${CALL}?kind=schools`,
    status: 200,
    contains: { data: { headings: {}, words: {} } },
    lacks: ['gender'],
  },
  {
    name: 'tells nothing about supporters to those who may not import them',
    as: 'coordinator',
    call: `${CALL}?kind=supporters`,
    status: 403,
  },
  {
    name: 'asks for a kind that is known',
    as: 'coordinator',
    call: `${CALL}?kind=teachers`,
    status: 422,
    contains: { errors: { kind: ['Kind is not known'] } },
  },
])

const refused = (name: string, more: object, errors: object) => ({
  name,
  as: 'coordinator' as const,
  given: givenRegister,
  call: 'POST /api/imports',
  input: importing([sheetRow], more),
  status: 422,
  contains: { errors },
})

const many = (count: number, value: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`word ${index}`, value]))

scenarios('POST /api/imports, keeping what a sheet meant', [
  refused(
    'takes no more headings than a sheet has',
    { headings: many(101, 'name') },
    {
      headings: ['No more than 100 headings can be remembered'],
    },
  ),
  refused(
    'takes no more words than a sheet has rows',
    { words: { gender: many(5_001, 'Female') } },
    {
      words: ['No more than 5000 words can be remembered'],
    },
  ),
  refused(
    'takes no meaning that is empty',
    { words: { gender: { girl: ' ' } } },
    {
      'words.gender.girl': ['Meaning cannot be empty'],
    },
  ),
  {
    name: 'keeps nothing of a check',
    as: 'coordinator',
    given: givenRegister,
    call: 'POST /api/imports',
    input: importing([sheetRow], { check: true, headings, words }),
    status: 200,
    async after(test) {
      const client = await test.signIn(cast.coordinator)
      expect((await client.get('/api/imports/remembered?kind=students')).body).toMatchObject({
        data: { headings: {}, words: {} },
      })
    },
  },
])

const openGiven = async () => {
  const test = await openTestApp()
  await addCast(test.db)
  await givenRegister(test)
  return { test, client: await test.signIn(cast.director) }
}

it('lets a later import say what a word means now', async () => {
  const { client } = await openGiven()
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

it('tells words that are names within the language as words', async () => {
  const { client } = await openGiven()
  const strange = { constructor: { 'kept key': 'Moi Girls' }, gender: { constructor: 'Male' } }
  await importRows(client, [sheetRow], { words: strange, headings: { constructor: 'name' } })
  const { body } = await client.get('/api/imports/remembered?kind=students')
  expect(body).toMatchObject({ data: { headings: { constructor: 'name' }, words: strange } })
  expect(Object).not.toHaveProperty('kept key')
})

it('forgets what former sheets meant rather than keep without end', async () => {
  const { test, client } = await openGiven()
  const kept = (kind: 'students' | 'schools') => (_: unknown, index: number) => ({
    kind,
    field: 'school',
    said: `school ${index}`,
    meaning: 'Moi Girls',
  })
  const full = Array.from({ length: 20_000 - 1 }, kept('students'))
  await inBatches([...full, kept('schools')(null, 0)], async (slice) => {
    await test.db.insertInto('import_meanings').values(slice).execute()
  })
  await importRows(client, [sheetRow], { headings: { sex: 'gender' } })
  const count = async () => (await test.db.selectFrom('import_meanings').select('said').execute()).length
  expect(await count()).toBe(20_001)
  await importRows(client, [{ ...sheetRow, name: 'Another Child', dob: '2008-02-01' }], {
    headings: { pupil: 'name' },
  })
  expect(await count()).toBe(2)
})
