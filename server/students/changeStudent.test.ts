import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { files, student, withoutKcpe } from '../testing/data/studentForm.ts'
import { filledForm } from '../testing/data/students.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { openSignedIn, openWithCast, type TestApp } from '../testing/testApp.ts'
import { formOf } from '../testing/files/uploadTrial.ts'
import { addUser, cast } from '../testing/data/users.ts'
import { historyOf } from '../testing/database/storedRows.ts'

const { supporter } = cast
const PUT = 'PUT /api/students/1?query=list'

const lastHistory = async (test: TestApp) => (await historyOf(test)).at(-1)

scenariosWith('editing a student', { as: 'administrator', given: student(), call: PUT }, [
  {
    name: 'saves the changes and their history',
    as: 'liaison',
    input: { ...filledForm, name: 'Faith A. Odhiambo', kcpe: 380, version: 1 },
    contains: { message: 'Student saved.', data: { id: 1, name: 'Faith A. Odhiambo' } },
    history: {
      action: 'edited',
      user_id: cast.liaison.id,
      changes: { name: ['Faith Atieno Odhiambo', 'Faith A. Odhiambo'], kcpe: [371, 380] },
    },
    async after(test) {
      const found = await (
        await test.signIn(cast.administrator)
      ).get('/api/students?query=list&search=a.+odh')
      expect(found.body).toMatchObject({ meta: { total: 1 } })
    },
  },
  {
    name: 'lets only roles below 4 choose the liaison officer',
    as: 'liaison',
    given: student({ liaison_id: cast.director.id }),
    input: { ...filledForm, liaison_id: cast.liaison.id, name: 'Faith' },
    async after({ db }) {
      const row = await db.selectFrom('students').select('liaison_id').executeTakeFirstOrThrow()
      expect(row.liaison_id).toBe(cast.director.id)
    },
  },
  {
    name: 'accepts the present liaison officer even if disabled since',
    as: 'coordinator',
    given: student({ liaison_id: cast.disabled.id }),
    input: { ...filledForm, liaison_id: cast.disabled.id, name: 'Faith' },
  },
  { name: 'saves a call without a version without comparing', input: { ...filledForm, name: 'Faith' } },
  {
    name: 'changes nothing, not even the version, when nothing differs',
    input: filledForm,
    async after({ db }) {
      expect(await db.selectFrom('history').selectAll().execute()).toEqual([])
    },
  },
  {
    name: 'removes the score when the exam is no longer KCPE',
    input: { ...filledForm, entry_exam: 'KJSEA', pathway: 'Social Sciences' },
    history: {
      changes: {
        entry_exam: ['KCPE', 'KJSEA'],
        kcpe: [Number(filledForm.kcpe), null],
        pathway: [null, 'Social Sciences'],
      },
    },
  },
  {
    name: 'refuses the change to KCPE without its certificate',
    given: withoutKcpe,
    input: filledForm,
    errors: { cert: ['Please Select Student KCPE certificate for upload'] },
  },
  {
    name: 'changes to KCPE with its certificate, which the history names',
    as: 'liaison',
    given: withoutKcpe,
    call: 'POST /api/students/1?_method=PUT&query=list',
    input: formOf({ ...filledForm, version: '1', cert: files.cert }),
    async after(test) {
      const { certificate_id } = await test.db.selectFrom('students').selectAll().executeTakeFirstOrThrow()
      expect(certificate_id).not.toBeNull()
      const changes = {
        entry_exam: ['KJSEA', 'KCPE'],
        kcpe: [null, 371],
        certificate: [null, certificate_id],
      }
      expect(await lastHistory(test)).toMatchObject({ action: 'edited', changes })
    },
  },
  {
    name: 'names the document of a former exam by its kind until it is replaced',
    as: 'liaison',
    given: withoutKcpe,
    call: 'POST /api/students/1?_method=PUT&query=list',
    input: formOf({ ...filledForm, cert: files.cert }),
    async after(test) {
      const officer = await test.signIn(cast.liaison)
      const edit = async (more: object) =>
        (await officer.change('PUT', '/api/students/1?query=list', { ...filledForm, ...more })).status
      const paper = async () => {
        const { body } = await officer.get('/api/students/1?query=profile')
        return (body as { data: { paper: string; cert: string } }).data
      }
      expect(await edit({ entry_exam: 'KJSEA' })).toBe(200)
      expect(await paper()).toMatchObject({ paper: 'certificate', cert: '/api/files/1' })
      // The certificate is stored already.
      expect(await edit({})).toBe(200)

      expect(await edit({ entry_exam: 'KJSEA' })).toBe(200)
      expect(
        (await officer.post('/api/students/1?_method=PATCH&query=list', formOf({ cert: files.cert }))).body,
      ).toMatchObject({
        message: 'Result slip saved.',
      })
      expect(await paper()).toMatchObject({ paper: 'result slip', cert: '/api/files/2' })
      expect(await lastHistory(test)).toMatchObject({
        action: 'changed result slip',
        changes: { certificate: [1, null], 'result slip': [null, 2] },
      })
      // A result slip is not a certificate.
      expect(await edit({})).toBe(422)
    },
  },
  {
    name: 'refuses a student who is not active',
    given: student({ status: 3 }),
    input: filledForm,
    conflict: 'Student is not Active',
  },
  {
    given: undefined,
    name: 'knows only students',
    as: 'administrator',
    call: PUT,
    input: filledForm,
    status: 404,
  },
  {
    name: 'is refused to supporters',
    as: 'supporter',
    given: student({ supporter_id: supporter.id }),
    input: filledForm,
    status: 403,
  },
])

it('saves names of maximum length in any script, on either engine', async () => {
  const { client } = await openSignedIn('administrator', { given: student() })
  const syllables = (length: number) =>
    Array.from({ length }, () => String.fromCodePoint(0xac00 + randomInt(11_000))).join('')
  const { id, email, role_id } = cast.liaison
  const user = { id, email, role_id, first_name: syllables(200), last_name: syllables(200) }
  expect(await client.post('/api/edit', user)).toMatchObject({ status: 200 })
  const form = { ...filledForm, name: syllables(200) }
  expect(await client.change('PUT', '/api/students/1', form)).toMatchObject({ status: 200 })
})

it('refuses to overwrite a newer version, and reports who changed what', async () => {
  const test = await openWithCast({ given: student() })
  const [lydia, amina] = [await test.signIn(cast.liaison), await test.signIn(cast.administrator)]
  const save = (client: typeof lydia, change: object) =>
    client.change('PUT', '/api/students/1?query=list', { ...filledForm, ...change, version: 1 })
  expect((await save(amina, { ambition: 'Pilot' })).status).toBe(200)

  const overtaken = await save(lydia, { ambition: 'Doctor' })
  expect(overtaken.status).toBe(409)
  expect(overtaken.body).toMatchObject({
    message: 'Amina Mwangi changed this student while you were typing.',
    conflict: {
      version: 2,
      history: [
        { by: 'Amina Mwangi', changes: [{ field: 'ambition', from: 'Civil engineer', to: 'Pilot' }] },
      ],
    },
  })
})

it('hides liaison officers and supporters from a liaison officer whose save is refused', async () => {
  const test = await openWithCast({ given: student() })
  const [lydia, amina] = [await test.signIn(cast.liaison), await test.signIn(cast.administrator)]
  await amina.change('PATCH', '/api/students/1', { supporter_id: supporter.id })
  await amina.change('PUT', '/api/students/1', { ...filledForm, kcpe: 380, liaison_id: cast.director.id })

  const overtaken = await lydia.change('PUT', '/api/students/1', { ...filledForm, version: 1 })
  expect(overtaken.body).toMatchObject({
    message: 'Amina Mwangi changed this student while you were typing.',
    conflict: {
      version: 3,
      history: [{ changes: [{ field: 'kcpe', from: '371', to: '380' }] }, { changes: [] }],
    },
  })
  expect(overtaken.text).not.toMatch(/Samuel|Daniel|Lydia/)
})

it('distinguishes two liaison officers with the same name in the history', async () => {
  const { id: _id, ...lydia } = cast.liaison
  const test = await openWithCast({ given: student() })
  const namesake = await addUser(test.db, { ...lydia, email: 'namesake@elimu.test' })
  const amina = await test.signIn(cast.administrator)
  await amina.change('PUT', '/api/students/1', { ...filledForm, liaison_id: namesake.id })
  const { body } = await amina.get('/api/students/1?query=edit')
  expect(body).toMatchObject({ data: { liaison_id: namesake.id, version: 2 } })
})
