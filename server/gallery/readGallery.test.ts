import { expect, it } from 'vitest'
import { giveConsent } from '../testing/data/consents.ts'
import { openFileTrial } from '../testing/files/fileTrial.ts'
import { addMedia } from '../testing/data/media.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { addStudents } from '../testing/data/students.ts'
import { openWithCast, type TestApp } from '../testing/testApp.ts'
import { mp4 } from '../testing/files/trialFiles.ts'
import { cast } from '../testing/data/users.ts'
import { galleryReader } from './readGallery.ts'

const small = { width: 90, height: 60 }

/** Adds two media of the same moment and a third for the supporter's student, and one for another student. */
async function given(test: TestApp) {
  await addStudents(test.db, [
    { supporter_id: cast.supporter.id },
    { name: 'Grace Wanjiru', status: 1 },
    { name: 'Brian Kamau' },
  ])
  await addMedia(test, [
    { student_id: 1, title: 'Maize harvest', created_at: '2026-02-01T09:00:00.000Z', ...small },
    { student_id: 1, title: 'Drums', film: mp4(), duration_ms: 4500, hasPoster: false, ...small },
    { student_id: 2, title: 'Choir', ...small },
    { student_id: 1, title: 'Library', created_at: '2026-02-01T09:00:00.000Z', ...small },
  ])
}

const gallery = {
  name: 'Faith Atieno Odhiambo',
  status: 0,
  gallery: [
    { id: 4, title: 'Library', type: 'image', file_path: '/api/files/4', duration: null, ...small },
    { id: 1, title: 'Maize harvest', thumb_path: '/api/files/1?size=thumb' },
    {
      id: 2,
      title: 'Drums',
      type: 'video',
      file_path: '/api/files/2',
      medium_path: null,
      thumb_path: null,
      duration: 4.5,
    },
  ],
}

scenariosWith(
  'GET /api/students/:id?query=gallery',
  { as: 'liaison', call: 'GET /api/students/1?query=gallery', given },
  [
    ...(['administrator', 'director', 'coordinator', 'liaison', 'supporter'] as const).map((as) => ({
      name: `shows a ${as} a gallery, the newest first`,
      as,
      contains: { data: gallery },
      lacks: ['Choir', 'sha256', 'key'],
    })),
    {
      name: 'shows the gallery of a student who has left, and that nothing can be added',
      call: 'GET /api/students/2?query=gallery',
      contains: { data: { status: 1, gallery: [{ title: 'Choir' }] } },
    },
    {
      name: 'is empty for a student without pictures',
      call: 'GET /api/students/3?query=gallery',
      contains: { data: { name: 'Brian Kamau', gallery: [] } },
    },
    ...['2', '99'].map((id) => ({
      name: `shows a supporter no gallery ${id}`,
      as: 'supporter' as const,
      call: `GET /api/students/${id}?query=gallery`,
      status: 404,
      lacks: ['Grace', 'Choir'],
    })),
    {
      name: 'answers 404 for an unknown student',
      as: 'administrator',
      call: 'GET /api/students/99?query=gallery',
      status: 404,
    },
    { name: 'is refused without a session', as: 'signed out', status: 401 },
  ],
)

it('serves all sizes of a picture to staff and to the supporter of its student only', async () => {
  const { test, open, student_id } = await openFileTrial()
  await addStudents(test.db, [{ school_id: 1 }])
  await addMedia(test, [
    { student_id, ...small },
    { student_id: student_id + 1, ...small },
  ])
  const samuel = await test.signIn(cast.supporter)
  for (const size of ['', '?size=medium', '?size=thumb']) {
    expect((await open(`/api/files/1${size}`)).status).toBe(200)
    expect((await open(`/api/files/1${size}`, { as: samuel })).status).toBe(200)
    expect((await open(`/api/files/2${size}`, { as: samuel })).status).toBe(404)
    expect((await open(`/api/files/1${size}`, { as: test.client() })).status).toBe(401)
  }
  await test.db.updateTable('students').set({ supporter_id: null }).execute()
  expect((await open('/api/files/1?size=thumb', { as: samuel })).status).toBe(404)
})

it('shows a supporter no picture that is refused while the gallery is read', async () => {
  const test = await openWithCast()
  await given(test)
  // Refused after the first query.
  let refused: Promise<void> | undefined
  const db = test.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await (refused ??= giveConsent(test, 1, { pictures: '' }))
      return result
    },
  })
  const { id, role_id: role } = cast.supporter
  const viewer = { id, name: 'Samuel', role, notifications_admin: false, today: '2026-11-27' }
  const shown = await galleryReader(db)(1, viewer)
  expect(shown.gallery.map(({ title }) => title)).toEqual(['Drums'])
})
