import { expect, it } from 'vitest'
import { addMedia } from '../testing/data/media.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { addStudents } from '../testing/data/students.ts'
import { openSignedIn, type TestApp } from '../testing/testApp.ts'
import { photo } from '../testing/files/trialFiles.ts'
import { formOf } from '../testing/files/uploadTrial.ts'
import { cast } from '../testing/data/users.ts'
import { historyOf } from '../testing/database/storedRows.ts'

const CALL = 'POST /api/gallery'

/** Faith with a picture, and Grace, who has left, with another. */
async function given(test: TestApp) {
  await addStudents(test.db, [
    { supporter_id: cast.supporter.id },
    { status: 1, name: 'Grace Wanjiru' },
    { name: 'Brian Kamau' },
  ])
  await addMedia(test, [
    { student_id: 1, title: 'Sports day', description: 'Third.', width: 90, height: 60 },
    { student_id: 2, title: 'Choir', description: 'In Kisumu.', width: 90, height: 60 },
  ])
}

const said = (changes: object = {}) => ({
  id: 1,
  student_id: 1,
  title: 'Sports day 2026',
  description: 'Third.',
  ...changes,
})

const picture = await photo().png().toBuffer()

const noFile = { errors: { media: ['No file is accepted here'] } }

/** An edit by the liaison officer that is refused. */
const refused = (name: string, status: number, input: object, contains: Record<string, unknown> = {}) => ({
  name: `refuses ${name}`,
  as: 'liaison' as const,
  given,
  call: CALL,
  input,
  status,
  contains,
})

scenariosWith('editing a picture', { call: CALL }, [
  ...(['administrator', 'director', 'coordinator', 'liaison'] as const).map((as) => ({
    name: `is allowed to a ${as}, with history of the changes`,
    as,
    given,
    input: said(),
    contains: {
      message: 'Changes saved.',
      data: { id: 1, title: 'Sports day 2026', description: 'Third.', file_path: '/api/files/1' },
    },
    history: {
      entity: 'media',
      entity_id: 1,
      action: 'edited',
      user_id: cast[as].id,
      changes: { title: ['Sports day', 'Sports day 2026'] },
    },
    async after(test: TestApp) {
      const row = test.db.selectFrom('media').select(['updated_by', 'created_by']).where('id', '=', 1)
      expect(await row.executeTakeFirst()).toEqual({
        updated_by: cast[as].id,
        created_by: cast.liaison.id,
      })
    },
  })),
  {
    name: 'writes no history if nothing changes',
    as: 'liaison',
    given,
    input: said({ title: 'Sports day' }),
    contains: { message: 'Changes saved.' },
    after: async (test) => expect(await historyOf(test)).toEqual([]),
  },
  refused('a missing title and description', 422, said({ title: '', description: '' }), {
    errors: {
      title: ['Media Title cannot be empty'],
      description: ['Media Description cannot be empty'],
    },
  }),
  ...(['media', 'poster'] as const).map((field) =>
    refused(
      `another file: ${field}`,
      422,
      formOf({ id: '1', student_id: '1', title: 'x', description: 'x', [field]: picture }),
      noFile,
    ),
  ),
  refused('a resumable upload', 422, said({ upload: `4-${'a'.repeat(32)}` }), noFile),
  refused('the picture of another student', 404, said({ student_id: 3 })),
  refused('a picture that does not exist', 404, said({ id: 99 })),
  refused('a student who is not Active', 409, said({ id: 2, student_id: 2 }), {
    message: 'Student is not Active',
  }),
  { ...refused('a supporter', 403, said()), as: 'supporter' },
])

scenariosWith('DELETE /api/gallery/:id', { as: 'administrator', call: 'DELETE /api/gallery/1', given }, [
  ...(['administrator', 'director', 'coordinator'] as const).map((as) => ({
    name: `is allowed to a ${as}, with history of what was deleted`,
    as,
    async after(test: TestApp, { body }: { body: unknown }) {
      expect(body).toEqual({ success: true, message: 'Deleted from the gallery.' })
      expect(await test.db.selectFrom('media').select('id').execute()).toEqual([{ id: 2 }])
      expect(await test.db.selectFrom('files').select('id').execute()).toEqual([{ id: 2 }])
      expect(await historyOf(test)).toMatchObject([
        {
          entity: 'media',
          entity_id: 1,
          action: 'deleted',
          user_id: cast[as].id,
          changes: {
            student: ['EL-0001', null],
            title: ['Sports day', null],
            description: ['Third.', null],
            type: ['image', null],
          },
        },
      ])
    },
  })),
  {
    name: 'is refused where the student is not Active',
    call: 'DELETE /api/gallery/2',
    conflict: 'Student is not Active',
  },
  { name: 'answers 404 for an unknown picture', call: 'DELETE /api/gallery/99', status: 404 },
  ...(['liaison', 'supporter'] as const).map((as) => ({ name: `is refused to a ${as}`, as, status: 403 })),
])

it('is deleted once by two requests at the same moment', async () => {
  const { test, client: amina } = await openSignedIn('administrator', { given })
  const remove = () => amina.call('DELETE /api/gallery/1')
  const answers = await Promise.all([remove(), remove()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  expect(await historyOf(test)).toHaveLength(1)
})
