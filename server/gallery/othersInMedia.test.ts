import { expect, it } from 'vitest'
import { scenariosWith } from '../testing/scenarios.ts'
import { addMedia } from '../testing/data/media.ts'
import { addStudents } from '../testing/data/students.ts'
import { openSignedIn, type TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'
import { photo } from '../testing/files/trialFiles.ts'
import { formOf } from '../testing/files/uploadTrial.ts'

const CALL = 'POST /api/gallery?query='
const edit = { id: '1', student_id: '1', title: 'Sports day', description: 'Relay.' }

/** A picture of Faith (1) with Kevin (2) and Zuri (3). */
async function given(test: TestApp): Promise<void> {
  await addStudents(test.db, [
    { supporter_id: cast.supporter.id },
    { name: 'Zuri Wekesa' },
    { name: 'Kevin Otieno' },
  ])
  await addMedia(test, [{ student_id: 1, title: 'Sports day', description: 'Relay.' }])
  const row = { media_id: 1, gallery_of: 1 }
  await test.db
    .insertInto('media_students')
    .values([
      { ...row, student_id: 2 },
      { ...row, student_id: 3 },
    ])
    .execute()
}

const kevinAndZuri = [
  { id: 3, name: 'Kevin Otieno' },
  { id: 2, name: 'Zuri Wekesa' },
]

scenariosWith(CALL, { as: 'liaison', call: CALL, given }, [
  {
    name: 'keeps the other students if an edit does not name them',
    input: { ...edit, title: 'Race' },
    contains: { data: { title: 'Race', others: kevinAndZuri } },
  },
  {
    name: 'replaces them by those that an edit names, without the student of the gallery',
    input: { ...edit, others: [3, 1, 3] },
    contains: { data: { others: [{ id: 3 }] } },
    history: {
      entity: 'media',
      action: 'edited',
      changes: { others: ['Kevin Otieno, Zuri Wekesa', 'Kevin Otieno'] },
    },
  },
  {
    name: 'removes them all with an empty text',
    input: formOf({ ...edit, others: '' }),
    lacks: ['others'],
    async after({ db }) {
      expect(await db.selectFrom('media_students').select('media_id').execute()).toEqual([])
    },
  },
  {
    name: 'refuses a student who does not exist',
    input: { ...edit, others: [99] },
    errors: { others: ['A student in the picture is not known'] },
  },
])

scenariosWith('GET /api/students/1?query=gallery', { call: 'GET /api/students/1?query=gallery', given }, [
  {
    name: 'shows staff who else is in a picture',
    as: 'liaison',
    contains: { data: { gallery: [{ others: kevinAndZuri }], not_shared: [] } },
  },
  { name: 'shows a supporter no other student', as: 'supporter', lacks: ['Kevin', 'Zuri', 'others'] },
])

it('names the other students of a new picture, and forgets them with it', async () => {
  const { test, client } = await openSignedIn('coordinator', { given })
  const media = await photo().jpeg().toBuffer()
  const form = { student_id: '1', title: 'Choir', description: 'At school.', media }
  const added = await client.post(
    '/api/gallery?query=',
    formOf({ ...form, 'others[0]': '2', 'others[1]': '3' }),
  )
  expect(added.body).toMatchObject({ data: { id: 2, others: kevinAndZuri } })
  expect((await client.change('DELETE', '/api/gallery/2')).status).toBe(200)
  const left = await test.db.selectFrom('media_students').select('media_id').execute()
  expect(left.map(({ media_id }) => media_id)).toEqual([1, 1])
})
