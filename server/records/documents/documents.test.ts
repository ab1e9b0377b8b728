import { expect, it } from 'vitest'
import { openFileTrial } from '../../testing/files/fileTrial.ts'
import { scenariosWith } from '../../testing/scenarios.ts'
import { addStudents } from '../../testing/data/students.ts'
import { openSignedIn, openWithCast, type TestApp } from '../../testing/testApp.ts'
import { photo, pdf } from '../../testing/files/trialFiles.ts'
import { formOf } from '../../testing/files/uploadTrial.ts'
import { cast } from '../../testing/data/users.ts'
import { historyOf } from '../../testing/database/storedRows.ts'

const CALL = 'POST /api/doc'
const SAVED = 'Document saved.'
const filled = { studId: '1', year: '1', type: '1' }

/** What the profile sends; `null` leaves a field out. */
function documentForm(changes: Record<string, string | Buffer | null> = {}): FormData {
  const parts = Object.entries({ ...filled, file: pdf(), ...changes })
  return formOf(parts.filter((part): part is [string, string | Buffer] => part[1] !== null))
}

/** Adds a student of the supporter, another one, and one who has left. */
const given = ({ db }: TestApp) =>
  addStudents(db, [{ supporter_id: cast.supporter.id }, {}, { status: 1, name: 'Grace Wanjiru' }])

async function givenDocument(test: TestApp) {
  await given(test)
  const lydia = await test.signIn(cast.liaison)
  expect((await lydia.post('/api/doc', documentForm())).status).toBe(200)
  expect((await lydia.post('/api/doc', documentForm({ studId: '2', type: '2' }))).status).toBe(200)
}

const refused: [name: string, changes: Record<string, string | Buffer | null>, errors: object][] = [
  ['no file', { file: null }, { file: ['Please Select a Document for Upload'] }],
  ['no student', { studId: null }, { studId: ['Student cannot be empty'] }],
  ['no year', { year: '' }, { year: ['Year cannot be empty'] }],
  ['no type', { type: null }, { type: ['Type cannot be empty'] }],
  ['an unknown type', { type: '3' }, { type: ['Type is not valid'] }],
  ['an unknown student', { studId: '99' }, { studId: ['Student is not known'] }],
  ['an unknown year', { year: '99' }, { year: ['Year is not known'] }],
  [
    'nothing at all, and says so at once',
    { file: null, studId: null, year: null, type: null },
    {
      file: ['Please Select a Document for Upload'],
      studId: ['Student cannot be empty'],
      year: ['Year cannot be empty'],
      type: ['Type cannot be empty'],
    },
  ],
]

scenariosWith('POST /api/doc', { as: 'liaison', call: CALL, given, input: documentForm() }, [
  {
    name: 'saves a fee structure and its history',
    async after(test, { body }) {
      const document = { id: 1, type: 1, path: '/api/files/1' }
      expect(body).toEqual({ success: true, message: SAVED, data: { ...document, message: SAVED } })
      expect(await test.db.selectFrom('files').select(['purpose', 'student_id']).execute()).toEqual([
        { purpose: 'document', student_id: 1 },
      ])
      expect(await historyOf(test)).toMatchObject([
        {
          entity: 'document',
          entity_id: 1,
          action: 'added',
          user_id: cast.liaison.id,
          changes: { student: [null, 'EL-0001'], type: [null, 'Fee structure'], file: [null, 1] },
        },
      ])
    },
  },
  {
    name: 'replaces the older document of the same year and type, which stays in the history',
    as: 'coordinator',
    given: givenDocument,
    contains: { data: { id: 1, type: 1, path: '/api/files/3' } },
    async after(test) {
      expect(await test.db.selectFrom('documents').select(['id', 'file_id']).orderBy('id').execute()).toEqual(
        [
          { id: 1, file_id: 3 },
          { id: 2, file_id: 2 },
        ],
      )
      expect((await historyOf(test)).at(-1)).toMatchObject({
        entity: 'document',
        entity_id: 1,
        action: 'replaced',
        user_id: cast.coordinator.id,
        changes: { file: [1, 3] },
      })
      const older = await (await test.signIn(cast.coordinator)).get('/api/files/1')
      expect(older.status).toBe(200)
    },
  },
  {
    name: 'stores an account statement beside the fee structure',
    as: 'administrator',
    given: givenDocument,
    input: documentForm({ type: '2' }),
    contains: { data: { id: 3, type: 2 } },
  },
  ...refused.map(([name, changes, errors]) => ({
    name: `refuses ${name}`,
    as: 'director' as const,
    input: documentForm(changes),
    errors,
  })),
  {
    name: 'refuses a file that is not a PDF',
    input: documentForm({ file: await photo().png().toBuffer() }),
    errors: { file: ['Only PDF Allowed'] },
  },
  {
    name: 'refuses a student who is not Active',
    input: documentForm({ studId: '3' }),
    conflict: 'Student is not Active',
    lacks: ['Grace'],
  },
])

scenariosWith(
  'GET /api/doc',
  { as: 'liaison', call: 'GET /api/doc/?year=1&student=1', given: givenDocument },
  [
    {
      name: 'lists the documents of a student’s year',
      async after(_test, { body }) {
        expect(body).toEqual({ success: true, data: [{ id: 1, type: 1, path: '/api/files/1' }] })
      },
    },
    {
      name: 'lists no documents of another year',
      call: 'GET /api/doc/?year=2&student=1',
      contains: { data: [] },
    },
    {
      name: 'shows supporters the documents of their own student',
      as: 'supporter',
      contains: { data: [{ type: 1 }] },
    },
    ...(['liaison', 'supporter'] as const).map((as) => ({
      name: `makes its year one of the financial years that the profile offers, for a ${as} too`,
      as,
      call: 'GET /api/students/1?query=profile&type=finance',
      contains: { data: { annual_rep: [], annual_finance: [{ id: 1 }] } },
    })),
    {
      name: 'answers 404 for an unknown student',
      as: 'administrator',
      given,
      call: 'GET /api/doc/?year=1&student=99',
      status: 404,
    },
    {
      name: 'requires a year and a student',
      as: 'administrator',
      given,
      call: 'GET /api/doc/',
      errors: { year: ['Year cannot be empty'], student: ['Student cannot be empty'] },
    },
  ],
)

it('refuses a supporter the replaced PDF and all PDFs of other students', async () => {
  const test = await openWithCast({ given: givenDocument })
  const [samuel, lydia] = [await test.signIn(cast.supporter), await test.signIn(cast.liaison)]
  const status = async (id: number) => (await samuel.get(`/api/files/${id}`)).status
  expect([await status(1), await status(2)]).toEqual([200, 404])
  expect((await lydia.post('/api/doc', documentForm())).status).toBe(200)
  expect([await status(1), await status(3)]).toEqual([404, 200])
  expect((await lydia.get('/api/files/1')).status).toBe(200)
  await test.db.updateTable('students').set({ supporter_id: null }).execute()
  expect(await status(3)).toBe(404)
})

it('stores one of two documents sent at the same moment, and the other in the history', async () => {
  const { test, client: lydia } = await openSignedIn('liaison', { given })
  const send = () => lydia.post('/api/doc', documentForm())
  const answers = await Promise.all([send(), send()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await test.db.selectFrom('documents').select('id').execute()).toHaveLength(1)
  expect((await historyOf(test)).map(({ action }) => action)).toEqual(['added', 'replaced'])
})

it('saves one document of the same request sent twice', async () => {
  const { test, client } = await openFileTrial()
  const send = () => client.post('/api/doc', documentForm(), { headers: { 'idempotency-key': 'one' } })
  const [first, second] = await Promise.all([send(), send()])
  expect(first.status).toBe(200)
  expect(second.body).toEqual(first.body)
  expect(await test.db.selectFrom('files').select('id').execute()).toHaveLength(1)
  expect(await test.db.selectFrom('unowned_bytes').selectAll().execute()).toEqual([])
})
