import { categories } from '#contract/records/receipts.ts'
import type { TestClient } from '../testClient.ts'

/** The names that the page would know, by the field of a row. */
export async function registeredNames(client: TestClient) {
  const rowsAt = async (path: string) => {
    const { body } = await client.get(path)
    return (Array.isArray(body) ? body : (body as { data: unknown[] }).data) as Record<string, string>[]
  }
  const namesAt = async (path: string, column: string) => (await rowsAt(path)).map((row) => row[column] ?? '')
  const users = await rowsAt('/api/getUsers')
  return {
    school: await namesAt('/api/schools', 'school'),
    cluster: await namesAt('/api/clusters', 'cluster_name'),
    liaison: users.map(({ first_name, last_name }) => `${first_name} ${last_name}`),
    year: await namesAt('/api/years', 'year_name'),
    term: await namesAt('/api/terms', 'term_name'),
    class: await namesAt('/api/classes', 'class_name'),
    subject: await namesAt('/api/subjects', 'subject_name'),
    cost_category: categories,
  }
}

/** Checks or imports rows. */
export async function post<Data>(client: TestClient, body: object): Promise<Data> {
  const { status, text, body: answer } = await client.post('/api/imports', body)
  if (status !== 200) throw new Error(text)
  return (answer as { data: Data }).data
}
