import { expect, it } from 'vitest'
import { scenariosWith } from '../testing/scenarios.ts'
import { givenSchools } from '../testing/data/schools.ts'
import { openSignedIn, type TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'
import { historyOf } from '../testing/database/storedRows.ts'

const errors = { cluster_name: ['This cluster exists already'] }

scenariosWith('POST /api/clusters', { as: 'coordinator', call: 'POST /api/clusters' }, [
  {
    name: 'adds a cluster with a message inside and beside, and writes history of it',
    input: { cluster_name: ' Kibera ' },
    async after(test, { body }) {
      const message = 'Cluster saved.'
      expect(body).toEqual({ success: true, message, data: { id: 1, cluster_name: 'Kibera', message } })
      expect(await historyOf(test)).toMatchObject([
        {
          entity: 'cluster',
          entity_id: 1,
          action: 'added',
          user_id: 3,
          changes: { cluster_name: [null, 'Kibera'] },
        },
      ])
    },
  },
  ...['KIBERA', ' kibera ', 'Kíbera'].map((cluster_name) => ({
    name: `refuses ${JSON.stringify(cluster_name)} where there is Kibera`,
    given: givenSchools,
    input: { cluster_name },
    errors,
  })),
  ...['Murang’a', 'MURANG‘A', 'Murangʼa'].map((cluster_name) => ({
    name: `refuses ${cluster_name} where there is the same with a straight apostrophe`,
    given: async (test: TestApp) =>
      (await test.signIn(cast.coordinator)).post('/api/clusters', { cluster_name: "Murang'a" }),
    input: { cluster_name },
    errors,
  })),
  {
    name: 'requires a visible name',
    input: { cluster_name: '\u200b\u2800' },
    errors: { cluster_name: ['Cluster cannot be empty'] },
  },
  { name: 'requires a name', input: {}, errors: { cluster_name: ['Cluster cannot be empty'] } },
  { name: 'is not for a liaison officer', as: 'liaison', input: { cluster_name: 'Kibera' }, status: 403 },
])

it('adds a cluster and a school once, however often the same call comes', async () => {
  const { test, client } = await openSignedIn('coordinator')
  const twice = async (url: string, body: object, key: string) => {
    const sending = { headers: { 'idempotency-key': key } }
    const first = await client.post(url, body, sending)
    expect(first.status, first.text).toBe(200)
    expect((await client.post(url, body, sending)).body).toEqual(first.body)
  }
  await twice('/api/clusters', { cluster_name: 'Kibera' }, 'a')
  await twice('/api/schools', { school: 'Olympic', cluster_id: 1 }, 'b')
  await twice('/api/terms', { term_name: 'Term 4' }, 'c')
  expect(await historyOf(test)).toHaveLength(3)
})
