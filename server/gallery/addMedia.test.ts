import { expect, it } from 'vitest'
import { called, mediaFormData, type MediaParts, mediaFields } from '../testing/files/mediaForm.ts'
import { scenarios, scenariosWith } from '../testing/scenarios.ts'
import { addStudents } from '../testing/data/students.ts'
import { openWithCast, type TestApp } from '../testing/testApp.ts'
import { pdf, photo } from '../testing/files/trialFiles.ts'
import { cast } from '../testing/data/users.ts'
import { historyOf } from '../testing/database/storedRows.ts'

const CALL = 'POST /api/gallery?query=save'

const picture = await photo(2400, 1200).jpeg().toBuffer()

const pictureForm = (changes: MediaParts = {}) => mediaFormData({ media: picture, ...changes })

/** A student of the supporter, a student who has left, and another Active one. */
const given = ({ db }: TestApp) =>
  addStudents(db, [{ supporter_id: cast.supporter.id }, { status: 1, name: 'Grace Wanjiru' }, {}])

const mediaOf = ({ db }: TestApp) => db.selectFrom('media').selectAll().orderBy('id').execute()

const missing: [name: string, changes: MediaParts, errors: object][] = [
  ['no file', { media: null }, { media: ['Please Select Media for Upload'] }],
  ['no title', { title: ' ' }, { title: ['Media Title cannot be empty'] }],
  ['no description', { description: null }, { description: ['Media Description cannot be empty'] }],
  ['no student', { student_id: null }, { student_id: ['Student cannot be empty'] }],
  ['an unknown student', { student_id: '99' }, { student_id: ['Student is not known'] }],
  [
    'nothing at all, and says so at once',
    { media: null, title: null, description: null, student_id: null },
    {
      media: ['Please Select Media for Upload'],
      title: ['Media Title cannot be empty'],
      description: ['Media Description cannot be empty'],
      student_id: ['Student cannot be empty'],
    },
  ],
  [
    'a title and description that are too long',
    { title: 'x'.repeat(201), description: 'x'.repeat(1001) },
    {
      title: ['Media Title may not be longer than 200 characters'],
      description: ['Media Description may not be longer than 1000 characters'],
    },
  ],
  [
    'a file that is neither, and every wrong field with it',
    { media: pdf(), title: ' ', upload: 'x'.repeat(101) },
    {
      media: ['Only Photos and Videos Allowed'],
      title: ['Media Title cannot be empty'],
      upload: ['Value is not valid'],
    },
  ],
  [
    'a file that is not whole',
    { sha256: 'a'.repeat(64) },
    { media: ['The file is incomplete. Send it again.'] },
  ],
  [
    'a checksum that is none',
    { sha256: 'A'.repeat(64) },
    { sha256: ['The file is incomplete. Send it again.'] },
  ],
  [
    'a file beside one that came in pieces',
    { upload: `4-${'a'.repeat(32)}` },
    { media: ['Only one file is accepted here'] },
  ],
  [
    'what came in pieces and is not there',
    { media: null, upload: `4-${'a'.repeat(32)}` },
    { media: ['The video upload is incomplete or has expired. Send it again.'] },
  ],
  [
    'what is no name of pieces',
    { media: null, upload: '../../elimu.sqlite' },
    { media: ['The video upload is incomplete or has expired. Send it again.'] },
  ],
]

const ONLY_MEDIA = 'Only Photos and Videos Allowed'
const SET_PHONE = 'On the iPhone, choose Settings › Camera › Formats › Most Compatible, and take it again'
const DAMAGED = 'The image is damaged'
const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'.padEnd(200, 'x'), 'latin1')
const png = await photo().png().toBuffer()

const unreadable: [name: string, media: File, message: string][] = [
  ['a HEIC', called('photo.jpg', heic), `${ONLY_MEDIA}. ${SET_PHONE}`],
  ['a JPEG cut off', called('photo.jpg', picture.subarray(0, 4000)), DAMAGED],
]

/** A call of the liaison officer that is refused. */
const refused = (
  name: string,
  status: number,
  changes: MediaParts = {},
  contains: Record<string, unknown> = {},
) => ({
  name: `refuses ${name}`,
  as: 'liaison' as const,
  given,
  call: CALL,
  input: pictureForm(changes),
  status,
  contains,
})

scenariosWith(CALL, { call: CALL }, [
  ...(['administrator', 'director', 'coordinator', 'liaison'] as const).map((as) => ({
    name: `stores a photograph of a ${as}, with history`,
    as,
    given,
    input: pictureForm({ title: '  Sports day ' }),
    async after(test: TestApp, { body }: { body: unknown }) {
      expect(body).toEqual({
        success: true,
        message: 'Saved to the gallery.',
        is_known: false,
        is_renamed: false,
        data: {
          id: 1,
          ...mediaFields,
          student_id: 1,
          type: 'image',
          file_path: '/api/files/1',
          medium_path: '/api/files/1?size=medium',
          thumb_path: '/api/files/1?size=thumb',
          width: 2048,
          height: 1024,
          duration: null,
          created_at: test.clock().toISOString(),
        },
      })
      expect(await test.db.selectFrom('files').select(['purpose', 'student_id', 'type']).execute()).toEqual([
        { purpose: 'media', student_id: 1, type: 'image/webp' },
      ])
      expect(await historyOf(test)).toMatchObject([
        {
          entity: 'media',
          entity_id: 1,
          action: 'added',
          user_id: cast[as].id,
          changes: {
            student: [null, 'EL-0001'],
            title: [null, 'Sports day'],
            description: [null, 'Third in the 800 metres.'],
            type: [null, 'image'],
          },
        },
      ])
    },
  })),
  {
    name: 'stores a PNG with the extension mp4 as a picture',
    as: 'liaison',
    given,
    input: pictureForm({ media: called('film.mp4', png) }),
    contains: { data: { type: 'image', width: 60, height: 120 } },
  },
  ...missing.map(([name, changes, errors]) => refused(name, 422, changes, { errors })),
  ...unreadable.map(([name, media, message]) =>
    refused(name, 422, { media }, { message, errors: { media: [message] } }),
  ),
  refused(
    'a picture of 11 MB',
    413,
    { media: Buffer.concat([picture, Buffer.alloc(11 * 1024 * 1024)]) },
    { errors: { media: ['The file may not be larger than 10 MB'] } },
  ),
  {
    ...refused('a student who is not Active', 409, { student_id: '2' }, { message: 'Student is not Active' }),
    lacks: ['Grace'],
  },
  { ...refused('a supporter', 403), as: 'supporter' },
  { ...refused('a call without a session', 401), as: 'signed out' },
])

/** The app with these students, and sessions of the liaison officer and the administrator. */
async function openTrial() {
  const test = await openWithCast({ given })
  return { test, lydia: await test.signIn(cast.liaison), amina: await test.signIn(cast.administrator) }
}

it('stores the same picture once per student, and returns the existing one', async () => {
  const { test, lydia } = await openTrial()
  const first = await lydia.call(CALL, pictureForm())
  const second = await lydia.call(CALL, pictureForm({ media: called('b.jpg', picture) }))
  expect(second.status).toBe(200)
  expect(second.body).toEqual({
    ...(first.body as object),
    message: 'This is in the gallery already.',
    is_known: true,
  })
  const other = await lydia.call(CALL, pictureForm({ student_id: '3' }))
  expect(other.body).toMatchObject({ message: 'Saved to the gallery.', data: { id: 2, student_id: 3 } })
  expect(await mediaOf(test)).toHaveLength(2)
  expect(await historyOf(test)).toHaveLength(2)
  expect(await test.db.selectFrom('unowned_bytes').selectAll().execute()).toEqual([])
})

it('updates the title and description of a picture that is sent again, and reports it', async () => {
  const { test, lydia, amina } = await openTrial()
  const first = await lydia.call(CALL, pictureForm())
  const words = { title: 'Prize giving', description: 'The first of her class' }
  const second = await amina.call(CALL, pictureForm(words))
  expect(second.body).toEqual({
    success: true,
    message: 'This is in the gallery already. It has the new title and description now.',
    data: { ...(first.body as { data: object }).data, ...words },
    is_known: true,
    is_renamed: true,
  })
  expect((await historyOf(test)).at(-1)).toMatchObject({
    action: 'edited',
    user_id: cast.administrator.id,
    changes: { title: ['Sports day', 'Prize giving'] },
  })
  expect(await mediaOf(test)).toHaveLength(1)

  await test.db.updateTable('students').set({ status: 1 }).execute()
  expect(await lydia.call(CALL, pictureForm(words))).toMatchObject({ status: 200 })
  expect(await lydia.call(CALL, pictureForm())).toMatchObject({
    status: 409,
    body: { message: 'Student is not Active' },
  })
})

it('stores one picture when it is sent twice at the same moment', async () => {
  const { test, lydia } = await openTrial()
  const answers = await Promise.all([lydia.call(CALL, pictureForm()), lydia.call(CALL, pictureForm())])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.map(({ body }) => (body as { data: unknown }).data)).toEqual([
    expect.objectContaining({ id: 1 }),
    expect.objectContaining({ id: 1 }),
  ])
  expect(await mediaOf(test)).toHaveLength(1)
  expect(await test.db.selectFrom('files').select('id').execute()).toHaveLength(1)
  expect(await test.db.selectFrom('unowned_bytes').selectAll().execute()).toEqual([])
})

it('answers a repeated request with the first answer', async () => {
  const { lydia } = await openTrial()
  const send = () => lydia.post('/api/gallery', pictureForm(), { headers: { 'idempotency-key': 'one' } })
  const [first, second] = [await send(), await send()]
  expect(first.body).toMatchObject({ message: 'Saved to the gallery.' })
  expect(second.body).toEqual(first.body)
})

scenarios('GET /api/gallery/known', [
  ...(['the same student', 'another student'] as const).map((whose) => ({
    name: `finds a picture of ${whose} by its checksum: ${whose === 'the same student'}`,
    as: 'liaison' as const,
    async given(test: TestApp) {
      await given(test)
      const lydia = await test.signIn(cast.liaison)
      expect((await lydia.call(CALL, pictureForm())).status).toBe(200)
    },
    async call(test: TestApp) {
      const [row] = await mediaOf(test)
      return `GET /api/gallery/known?student_id=${whose === 'the same student' ? 1 : 2}&sha256=${row?.sha256}`
    },
    contains: { data: whose === 'the same student' ? { id: 1, title: 'Sports day' } : null },
  })),
  {
    name: 'requires a student and a checksum',
    as: 'liaison',
    call: 'GET /api/gallery/known?sha256=x',
    errors: {
      student_id: ['Student cannot be empty'],
      sha256: ['The file is incomplete. Send it again.'],
    },
  },
  {
    name: 'is refused to a supporter',
    as: 'supporter',
    call: `GET /api/gallery/known?student_id=1&sha256=${'a'.repeat(64)}`,
    status: 403,
  },
])
