import { expect, it } from 'vitest'
import { addStudents } from '../testing/data/students.ts'
import { pdf } from '../testing/files/trialFiles.ts'
import { formOf } from '../testing/files/uploadTrial.ts'
import { HOUR, MINUTE } from '../testing/steppedClock.ts'
import { openSignedIn, openWithCast } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const sending = { headers: { 'idempotency-key': 'one' } }

it('stores the answers of two users with the same key separately', async () => {
  const test = await openWithCast()
  const [catherine, daniel] = [await test.signIn(cast.coordinator), await test.signIn(cast.director)]
  const add = (client: typeof daniel, cluster_name: string) =>
    client.post('/api/clusters', { cluster_name }, sending)
  const first = await add(catherine, 'Kibera')
  const second = await add(daniel, 'Kisumu')
  expect([first.status, second.status]).toEqual([200, 200])
  expect((await add(catherine, 'Kibera')).body).toEqual(first.body)
  expect((await add(daniel, 'Kisumu')).body).toEqual(second.body)
  expect(await test.db.selectFrom('clusters').select('cluster_name').orderBy('id').execute()).toHaveLength(2)
})

it('stores the answer of a call for a day', async () => {
  const test = await openWithCast()
  const add = async (cluster_name: string) =>
    (await test.signIn(cast.coordinator)).post('/api/clusters', { cluster_name }, sending)
  const first = await add('Kibera')
  test.clock.step(24 * HOUR - MINUTE)
  expect((await add('Kibera')).body).toEqual(first.body)
  expect(await add('Nakuru')).toMatchObject({ status: 409 })
  test.clock.step(2 * MINUTE)
  expect(await add('Nakuru')).toMatchObject({ status: 200 })
})

it('refuses another file under the key of a saved call', async () => {
  const { test, client } = await openSignedIn('liaison', { given: ({ db }) => addStudents(db, [{}]) })
  const send = (file: Buffer) =>
    client.post('/api/doc', formOf({ studId: '1', year: '1', type: '1', file }), sending)
  const first = await send(pdf())
  expect(first.status, first.text).toBe(200)
  expect(await send(pdf(5_000))).toMatchObject({
    status: 409,
    body: { message: 'This was saved before with other content. Close the form and look at the list first.' },
  })
  expect((await send(pdf())).body).toEqual(first.body)
  expect(await test.db.selectFrom('creations').select('student_id').execute()).toEqual([{ student_id: 1 }])
  expect(await test.db.selectFrom('files').select('bytes').execute()).toEqual([{ bytes: pdf().length }])
})
