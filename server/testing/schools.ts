import type { TestApp } from './testApp.ts'
import { cast } from './users.ts'

/** Two clusters with a school each, added as a coordinator adds them; their ids count from 1. */
export async function givenSchools(test: TestApp): Promise<void> {
  const client = await test.signIn(cast.coordinator)
  await client.post('/api/clusters', { cluster_name: 'Kibera' })
  await client.post('/api/clusters', { cluster_name: 'Éldoret' })
  await client.post('/api/schools', { school: 'Olympic High School', cluster_id: 1 })
  await client.post('/api/schools', { school: 'Moi Girls', cluster_id: 2 })
  await test.db.deleteFrom('history').execute()
}
