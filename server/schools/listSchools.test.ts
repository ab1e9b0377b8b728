import { describe, expect, it } from 'vitest'
import { type Scenario, scenarios, scenariosWith } from '../testing/scenarios.ts'
import { givenSchools } from '../testing/data/schools.ts'
import { openSignedIn } from '../testing/testApp.ts'

const olympic = { id: 1, school: 'Olympic High School', cluster_id: 1, cluster_name: 'Kibera' }
const moi = { id: 2, school: 'Moi Girls', cluster_id: 2, cluster_name: 'Éldoret' }
const refusals = (call: string): Scenario[] => [
  {
    name: 'is not for a supporter',
    as: 'supporter',
    given: givenSchools,
    call,
    status: 403,
    contains: { message: 'This action is unauthorized.' },
    lacks: ['Olympic', 'Kibera'],
  },
  {
    name: 'is not for the signed-out',
    as: 'signed out',
    given: givenSchools,
    call,
    status: 401,
    contains: { message: 'Unauthenticated.' },
    lacks: ['Olympic', 'Kibera'],
  },
]

scenarios('GET /api/schools', [
  {
    name: 'answers all schools with their clusters by name, also to a liaison officer',
    as: 'liaison',
    given: givenSchools,
    call: 'GET /api/schools',
    contains: { success: true, data: [moi, olympic], meta: { total: 2, whole: true } },
    lacks: ['search', 'folded'],
  },
  ...refusals('GET /api/schools'),
])

scenariosWith('GET /api/schools/{id}', { as: 'coordinator' }, [
  {
    name: 'returns the fields of the school form',
    given: givenSchools,
    call: 'GET /api/schools/1',
    lacks: ['Kibera'],
    async after(_test, { body }) {
      expect(body).toEqual({
        success: true,
        data: { id: 1, school: 'Olympic High School', cluster_id: 1 },
      })
    },
  },
  {
    name: 'knows no school that there is not',
    call: 'GET /api/schools/999',
    status: 404,
    contains: { message: 'Not found.' },
  },
  ...refusals('GET /api/schools/1'),
])

scenariosWith('GET /api/clusters', { as: 'coordinator' }, [
  {
    name: 'answers all clusters by name',
    given: givenSchools,
    call: 'GET /api/clusters',
    contains: {
      success: true,
      data: [
        { id: 2, cluster_name: 'Éldoret' },
        { id: 1, cluster_name: 'Kibera' },
      ],
      meta: { total: 2, whole: true },
    },
    lacks: ['folded'],
  },
  {
    name: 'answers a page of those that match',
    given: givenSchools,
    call: 'GET /api/clusters?search=ELDO&size=1',
    contains: { data: [{ id: 2, cluster_name: 'Éldoret' }], meta: { total: 1, whole: false } },
  },
  ...refusals('GET /api/clusters'),
])

describe('the list of schools', () => {
  /** The schools and the total that a query answers. */
  async function ask(query: string) {
    const { client } = await openSignedIn('coordinator', { given: givenSchools })
    await client.post('/api/schools', { school: '100% Academy_1', cluster_id: 2 })
    const { body } = await client.get(`/api/schools?${query}`)
    const { data, meta } = body as { data: { school: string }[]; meta: { total: number; whole: boolean } }
    return [data.map(({ school }) => school), meta] as const
  }

  it.for<[string, string[]]>([
    ['olympic', ['Olympic High School']],
    ['HIGH SCHOOL', ['Olympic High School']],
    ['kibera', ['Olympic High School']],
    ['eldoret', ['100% Academy_1', 'Moi Girls']],
    ['%', ['100% Academy_1']],
    ['_', ['100% Academy_1']],
    ["' or 1=1 --", []],
  ])('searched for %j contains %j', async ([search, expected]) => {
    const meta = { total: expected.length, whole: false }
    expect(await ask(`size=100&search=${encodeURIComponent(search)}`)).toEqual([expected, meta])
  })

  it.for<[string, string[]]>([
    ['school', ['100% Academy_1', 'Moi Girls', 'Olympic High School']],
    ['-school', ['Olympic High School', 'Moi Girls', '100% Academy_1']],
    ['cluster_name', ['100% Academy_1', 'Moi Girls', 'Olympic High School']],
    ['-cluster_name', ['Olympic High School', 'Moi Girls', '100% Academy_1']],
    ['folded', ['100% Academy_1', 'Moi Girls', 'Olympic High School']],
  ])('is sorted by %s', async ([sort, expected]) => {
    expect((await ask(`size=3&sort=${sort}`))[0]).toEqual(expected)
  })

  it('is answered page by page', async () => {
    expect(await ask('page=2&size=2')).toEqual([['Olympic High School'], { total: 3, whole: false }])
  })
})
