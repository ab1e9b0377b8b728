import { describe, expect, it } from 'vitest'
import { scenarios, scenariosWith } from '../testing/scenarios.ts'
import { openSignedIn, openWithCast } from '../testing/testApp.ts'
import { addUsers, cast } from '../testing/data/users.ts'

type ListBody = {
  user: { id: number; first_name: string }[]
  data: { id: number; first_name: string }[]
  meta: { total: number; whole: boolean }
}

const amina = {
  id: 1,
  first_name: 'Amina',
  last_name: 'Mwangi',
  email: 'amina@elimu.test',
  phone: null,
  country: null,
  status: 2,
  roles: { id: 1, role: 'System Administrator' },
}
const byName = ['Amina', 'Catherine', 'Dalmas', 'Daniel', 'Lydia', 'Nuru', 'Samuel']

scenariosWith('GET /api/getUsers', { call: 'GET /api/getUsers' }, [
  {
    name: 'answers all users by name, as user and as data, and nothing of their passwords',
    as: 'coordinator',
    contains: { success: true, meta: { total: 7, whole: true } },
    lacks: ['password', 'argon2', 'search', 'created_'],
    async after(_test, { body }) {
      const { user, data } = body as ListBody
      expect(user[0]).toEqual(amina)
      expect(data).toEqual(user)
      expect(user.map(({ first_name }) => first_name)).toEqual(byName)
    },
  },
  {
    name: 'is not for a liaison officer',
    as: 'liaison',
    status: 403,
    contains: { message: 'This action is unauthorized.' },
    lacks: ['Amina'],
  },
  {
    name: 'is not for the signed-out',
    as: 'signed out',
    status: 401,
    contains: { message: 'Unauthenticated.' },
    lacks: ['Amina'],
  },
])

scenarios('GET /api/getRoles', [
  {
    name: 'answers the five roles',
    as: 'administrator',
    call: 'GET /api/getRoles',
    contains: {
      success: true,
      roles: [
        { id: 1, role: 'System Administrator' },
        { id: 2, role: 'Director' },
        { id: 3, role: 'Programme Coordinator' },
        { id: 4, role: 'Liaison Officer' },
        { id: 5, role: 'Supporter' },
      ],
    },
  },
])

/** The answer to a query, with additional difficult names: first names and meta. */
async function ask(query: string) {
  const test = await openWithCast()
  await addUsers(test.db, [
    { first_name: 'Zoë', last_name: 'Müller', email: 'zoe@elimu.test', role_id: 4 },
    { first_name: 'Percy', last_name: '100%', email: 'percy@elimu.test' },
    { first_name: 'Under', last_name: 'a_b', email: 'under@elimu.test' },
    { first_name: 'Back', last_name: 'c\\d', email: 'back@elimu.test' },
  ])
  const client = await test.signIn(cast.administrator)
  const answer = await client.get(`/api/getUsers?${query}`)
  const body = answer.body as ListBody
  return { answer, names: body.user?.map(({ first_name }) => first_name), meta: body.meta }
}

describe('a search', () => {
  it.for<[string, string[]]>([
    ['amina', ['Amina']],
    ['AMIN', ['Amina']],
    ['amina mwangi', ['Amina']],
    ['mwangi  amina', ['Amina']],
    ['MULLER zoe', ['Zoë']],
    ['officer zoe', []],
    ['ller zoe', []],
    ['officer liaison', []],
    ['amina coordinator', []],
    ['100%  percy', ['Percy']],
    ['daniel@elimu', ['Daniel']],
    ['liaison', ['Lydia', 'Zoë']],
    ['programme coord', ['Catherine']],
    ['zoe', ['Zoë']],
    ['ZOË', ['Zoë']],
    ['muller', ['Zoë']],
    ['MÜLL', ['Zoë']],
    ['%', ['Percy']],
    ['_', ['Under']],
    ['a_b', ['Under']],
    ['\\', ['Back']],
    ["'", []],
    ["' or 1=1 --", []],
    ['no user at all', []],
    ['argon2', []],
  ])('for %j finds %j', async ([search, expected]) => {
    const { names, meta } = await ask(`size=100&search=${encodeURIComponent(search)}`)
    expect(names).toEqual(expected)
    expect(meta).toEqual({ total: expected.length, whole: false })
  })
})

describe('a page', () => {
  it('has 5 rows unless asked otherwise', async () => {
    expect(await ask('page=1')).toMatchObject({
      names: ['Amina', 'Back', 'Catherine', 'Dalmas', 'Daniel'],
      meta: { total: 11, whole: false },
    })
  })

  it('continues where the previous page ended', async () => {
    expect((await ask('page=2&size=3')).names).toEqual(['Dalmas', 'Daniel', 'Lydia'])
    expect((await ask('page=4&size=3')).names).toEqual(['Under', 'Zoë'])
  })

  it('beyond the end is empty, with the total', async () => {
    expect(await ask('page=99')).toMatchObject({ names: [], meta: { total: 11, whole: false } })
  })

  it('counts only the users that the search found', async () => {
    expect(await ask('page=1&size=1&search=liaison')).toMatchObject({ names: ['Lydia'], meta: { total: 2 } })
  })
})

describe('a sort', () => {
  it.for<[string, string[]]>([
    ['name', ['Amina', 'Back', 'Catherine']],
    ['-name', ['Zoë', 'Under', 'Samuel']],
    ['email', ['Amina', 'Back', 'Catherine']],
    ['-email', ['Zoë', 'Under', 'Samuel']],
    ['role', ['Amina', 'Daniel', 'Catherine']],
    ['-role', ['Back', 'Under', 'Percy']],
    ['status', ['Nuru', 'Dalmas', 'Amina']],
    ['-status', ['Back', 'Under', 'Percy']],
    // A column that does not exist, or must not be sorted by, gives the order by name.
    ['password_hash', ['Amina', 'Back', 'Catherine']],
  ])('by %s', async ([sort, expected]) => {
    expect((await ask(`size=3&sort=${sort}`)).names).toEqual(expected)
  })
})

describe('the whole list', () => {
  it('is answered up to the number asked for', async () => {
    expect(await ask('whole=11')).toMatchObject({ meta: { total: 11, whole: true } })
    expect((await ask('whole=11&page=2&size=3&search=amina')).names).toHaveLength(11)
  })

  it('gives way to a page beyond it', async () => {
    const { names, meta } = await ask('whole=10&page=2&size=3')
    expect(names).toEqual(['Dalmas', 'Daniel', 'Lydia'])
    expect(meta).toEqual({ total: 11, whole: false })
  })
})

it.for(['page=-1', 'page=9007199254740992', 'size=0', 'whole=10001', 'whole=-1', 'page=1&page=2'])(
  'refuses %s',
  async (query) => {
    const { answer } = await ask(query)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ message: expect.any(String), errors: expect.any(Object) })
  },
)

it('answers 304 to a client that has the current list, and 200 after a change', async () => {
  const { client } = await openSignedIn('administrator')
  const { headers } = await client.get('/api/getUsers')
  const known = { headers: { 'if-none-match': String(headers['etag']) } }
  expect(await client.get('/api/getUsers', known)).toMatchObject({ status: 304, text: '' })

  await client.post('/api/statusUsr', { id: cast.liaison.id, status: 1 })
  expect(await client.get('/api/getUsers', known)).toMatchObject({ status: 200 })
})
