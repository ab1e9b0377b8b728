import { expect, it } from 'vitest'
import { files, student, withoutKcpe } from '../testing/data/studentForm.ts'
import { startTogether } from '../testing/database/startTogether.ts'
import { filledForm } from '../testing/data/students.ts'
import { type ScenarioRow, scenariosWith } from '../testing/scenarios.ts'
import { openSignedIn, type TestApp } from '../testing/testApp.ts'
import { formOf } from '../testing/files/uploadTrial.ts'
import { cast } from '../testing/data/users.ts'
import { historyOf } from '../testing/database/storedRows.ts'

const { supporter } = cast
const PATCH = 'POST /api/students/1?_method=PATCH&query=list'

const lastHistory = async (test: TestApp) => (await historyOf(test)).at(-1)

scenariosWith(
  'changing a student’s picture, certificate, supporter or status',
  { as: 'director', given: student(), call: PATCH },
  [
    {
      name: 'replaces the picture under a new address',
      as: 'liaison',
      input: formOf({ pic: files.pic, version: '1' }),
      contains: { message: 'Picture saved.', data: { path: '/api/files/1' } },
      history: {
        action: 'changed picture',
        changes: { picture: [null, 1] },
      },
    },
    {
      name: 'replaces the certificate',
      as: 'liaison',
      input: formOf({ cert: files.cert }),
      contains: { message: 'KCPE certificate saved.' },
    },
    {
      name: 'replaces the result slip of a child without KCPE',
      as: 'liaison',
      given: withoutKcpe,
      input: formOf({ cert: files.cert }),
      contains: { message: 'Result slip saved.' },
      history: {
        action: 'changed result slip',
        changes: { 'result slip': [null, 1] },
      },
    },
    {
      name: 'requires the result slip in certificate mode',
      as: 'liaison',
      given: withoutKcpe,
      input: formOf({ mode: 'certificate' }),
      errors: { cert: ['Please Select Student Result Slip for upload'] },
    },
    {
      name: 'requires the picture in picture mode',
      as: 'liaison',
      input: { mode: 'picture' },
      errors: { pic: ['Please Select Student Profile Picture for upload'] },
    },
    {
      name: 'requires the certificate in certificate mode',
      as: 'liaison',
      input: formOf({ mode: 'certificate' }),
      errors: { cert: ['Please Select Student KCPE certificate for upload'] },
    },
    ...[{ pic: '' }, { pic: null }, formOf({ pic: '' }), formOf([['pic', new File([], '')]])].map(
      (input, index): ScenarioRow => ({
        name: `requires a picture for an empty field: ${input instanceof FormData ? 'form' : 'JSON'} ${index}`,
        as: 'liaison',
        input,
        errors: { pic: ['Please Select Student Profile Picture for upload'] },
      }),
    ),
    {
      name: 'requires both files in two empty fields',
      as: 'liaison',
      input: { pic: '', cert: '' },
      errors: {
        pic: ['Please Select Student Profile Picture for upload'],
        cert: ['Please Select Student KCPE certificate for upload'],
      },
    },
    {
      name: 'ignores an empty field beside a picture',
      as: 'liaison',
      input: formOf({ pic: files.pic, cert: '' }),
      contains: { message: 'Picture saved.' },
    },
    {
      name: 'refuses a certificate that is not a PDF',
      as: 'liaison',
      input: formOf({ cert: files.pic }),
      errors: { cert: ['Only PDF Allowed'] },
    },
    {
      name: 'refuses a new picture for a student who is not active',
      as: 'liaison',
      given: student({ status: 1 }),
      input: formOf({ pic: files.pic }),
      conflict: 'Student is not Active',
    },
    {
      name: 'adds a supporter',
      as: 'coordinator',
      input: { supporter_id: supporter.id },
      contains: { message: 'Supporter saved.', data: { supporter: 'Samuel Kiptoo' } },
    },
    {
      name: 'removes the supporter',
      as: 'coordinator',
      given: student({ supporter_id: supporter.id }),
      input: formOf({ supporter_id: '' }),
      contains: { message: 'Supporter removed.', data: { supporter: null } },
      history: {
        action: 'removed supporter',
        changes: { supporter: ['Samuel Kiptoo', null] },
      },
    },
    {
      name: 'refuses to replace a supporter directly',
      as: 'coordinator',
      given: student({ supporter_id: supporter.id }),
      input: { supporter_id: cast.newcomer.id },
      conflict: 'Student already has a Supporter',
    },
    {
      name: 'requires a supporter in supporter mode',
      as: 'coordinator',
      input: { mode: 'supporter' },
      errors: { supporter_id: ['Student Supporter cannot be empty'] },
    },
    ...([{ supporter_id: '' }, { mode: 'supporter', supporter_id: null }] as const).map(
      (input): ScenarioRow => ({
        name: `requires a supporter if there is none to remove: ${JSON.stringify(input)}`,
        as: 'coordinator',
        input,
        errors: { supporter_id: ['Student Supporter cannot be empty'] },
      }),
    ),
    {
      name: 'makes several changes at once, as one change',
      input: formOf({
        pic: files.pic,
        cert: files.cert,
        supporter_id: String(supporter.id),
        status: '2',
        reason: 'Moved away',
        version: '1',
      }),
      contains: {
        message: 'Student saved.',
        data: { path: '/api/files/1', supporter: 'Samuel Kiptoo', status: 2 },
      },
      history: {
        action: 'edited',
        changes: {
          picture: [null, 1],
          certificate: [null, 2],
          supporter: [null, 'Samuel Kiptoo'],
          status: ['Active', 'Withdrawn'],
          reason: [null, 'Moved away'],
        },
      },
      async after(test) {
        const row = await test.db.selectFrom('students').selectAll().executeTakeFirstOrThrow()
        expect(row).toMatchObject({ picture_id: 1, certificate_id: 2, version: 2, status: 2 })
      },
    },
    {
      name: 'makes the changes that are sent beside the one that its mode names',
      input: formOf({ mode: 'picture', pic: files.pic, status: '3' }),
      contains: { message: 'Student saved.', data: { path: '/api/files/1', status: 3 } },
    },
    ...(
      [
        [{ status: '0' }, 422, { errors: { status: ['Student already has this Status'] } }],
        [{ supporter_id: '99' }, 422, {}],
        [{ supporter_id: '' }, 422, { errors: { supporter_id: ['Student Supporter cannot be empty'] } }],
        [
          { mode: 'certificate' },
          422,
          { errors: { cert: ['Please Select Student KCPE certificate for upload'] } },
        ],
        [
          { cert: files.pic, status: '9' },
          422,
          { errors: { cert: ['Only PDF Allowed'], status: ['Student Status is not valid'] } },
        ],
      ] as const
    ).map(([more, status, contains]): ScenarioRow => ({
      name: `makes none of several changes if one is refused: ${JSON.stringify(more)}`,
      input: formOf({ pic: files.pic, ...more }),
      status,
      contains,
    })),
    {
      name: 'makes none of several changes if the role may not make one of them',
      as: 'coordinator',
      input: formOf({ pic: files.pic, supporter_id: String(supporter.id), status: '1' }),
      status: 403,
    },
    {
      name: 'makes none of several changes for a student who is not active',
      given: student({ status: 1 }),
      input: formOf({ pic: files.pic, status: '0' }),
      status: 409,
    },
    ...[filledForm, { ambition: 'Pilot' }].map((form): ScenarioRow => ({
      name: `does not treat a form as a change of status: ${Object.keys(form).join(', ')}`,
      input: { ...form, status: 2, supporter_id: supporter.id },
      errors: {
        mode: [
          'The form of a student is saved with PUT. PATCH changes picture, certificate, supporter and status.',
        ],
      },
    })),
    ...(
      [
        ['status', '2'],
        ['supporter_id', ''],
        ['supporter_id', '99'],
      ] as const
    ).map(([field, value]): ScenarioRow => ({
      name: `refuses a change beside a form, which would be lost: ${field} ${value}`,
      given: student({ supporter_id: supporter.id }),
      input: formOf({ ambition: 'Pilot', pic: files.pic, [field]: value }),
      errors: {
        mode: [
          'The form of a student is saved with PUT. PATCH changes picture, certificate, supporter and status.',
        ],
      },
      async after({ db }) {
        const row = await db.selectFrom('students').selectAll().executeTakeFirstOrThrow()
        expect(row).toMatchObject({ picture_id: null, status: 0, supporter_id: supporter.id })
      },
    })),
    {
      name: 'does not reveal the supporter to users who may not see them',
      as: 'liaison',
      given: student({ supporter_id: supporter.id }),
      input: formOf({ ...filledForm, status: '0', supporter_id: '99', pic: files.pic }),
      contains: { message: 'Picture saved.' },
    },
    {
      name: 'removes no supporter by an empty field beside a picture',
      as: 'coordinator',
      given: student({ supporter_id: supporter.id }),
      input: formOf({ pic: files.pic, supporter_id: '' }),
      errors: { supporter_id: ['Student Supporter cannot be empty'] },
      async after({ db }) {
        const row = await db.selectFrom('students').selectAll().executeTakeFirstOrThrow()
        expect(row).toMatchObject({ picture_id: null, supporter_id: supporter.id })
      },
    },
    {
      name: 'removes the supporter beside a picture in supporter mode',
      as: 'coordinator',
      given: student({ supporter_id: supporter.id }),
      input: formOf({ mode: 'supporter', pic: files.pic, supporter_id: '' }),
      contains: { data: { path: '/api/files/1', supporter: null } },
    },
    {
      name: 'saves the files of a complete form with the present status',
      as: 'liaison',
      given: student({ supporter_id: supporter.id }),
      input: formOf({ ...filledForm, status: '0', supporter_id: String(supporter.id), pic: files.pic }),
      contains: { message: 'Picture saved.', data: { path: '/api/files/1' } },
    },
    ...[cast.liaison.id, cast.disabled.id, 99].map((supporter_id): ScenarioRow => ({
      name: `refuses user ${supporter_id} as a supporter`,
      as: 'coordinator',
      input: { supporter_id },
      errors: { supporter_id: ['Student Supporter must be a supporter who is not disabled'] },
    })),
    {
      name: 'refuses supporters to a liaison officer',
      as: 'liaison',
      input: { supporter_id: 5 },
      status: 403,
    },
    {
      name: 'refuses invisible characters in the reason',
      given: student({ status: 1 }),
      input: { status: 0, reason: 'Came\u202eback' },
      errors: { reason: ['Reason has an invisible character: please type it again'] },
    },
    {
      name: 'sets the status of a student who is not active, with a reason for the history',
      given: student({ status: 1 }),
      input: { status: 0, reason: ' Came back ' },
      contains: { message: 'Status saved.', data: { status: 0 } },
      history: {
        action: 'changed status',
        changes: { status: ['Discontinued', 'Active'], reason: [null, 'Came back'] },
      },
    },
    {
      name: 'refuses the present status',
      input: { status: '0' },
      errors: { status: ['Student already has this Status'] },
    },
    {
      name: 'requires a status in status mode',
      input: { mode: 'status' },
      errors: { status: ['Student Status cannot be empty'] },
    },
    { name: 'refuses an invalid status', input: { status: 4 }, status: 422 },
    { name: 'refuses the status to a coordinator', as: 'coordinator', input: { status: 1 }, status: 403 },
    { name: 'refuses a call without a change', input: { version: 1 }, status: 422 },
    {
      given: undefined,
      name: 'knows only students',
      as: 'director',
      call: PATCH,
      input: { status: 1 },
      status: 404,
    },
  ],
)

it('refuses a supporter who is deleted at the same moment', async () => {
  const { test, client } = await openSignedIn('administrator', { given: student() })
  const { newcomer } = cast
  const [answer] = await startTogether(
    test,
    (trx) => trx.deleteFrom('users').where('id', '=', newcomer.id).execute(),
    [() => client.change('PATCH', '/api/students/1', { supporter_id: newcomer.id })],
  )
  expect(answer?.body).toMatchObject({
    errors: { supporter_id: ['Student Supporter must be a supporter who is not disabled'] },
  })
})

it('saves one of two supporters that are set at the same moment', async () => {
  const { client } = await openSignedIn('administrator', { given: student() })
  const set = (supporter_id: number) => client.change('PATCH', '/api/students/1', { supporter_id })
  const answers = await Promise.all([set(supporter.id), set(cast.newcomer.id)])
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
})

it('stores a document under the kind of the exam at the time of saving', async () => {
  const { test, client } = await openSignedIn('liaison', { given: student() })
  const changeExam = (trx: TestApp['db']) =>
    trx.updateTable('students').set({ entry_exam: 'KJSEA', kcpe: null }).where('id', '=', 1).execute()
  const [answer] = await startTogether(test, changeExam, [
    () => client.call(PATCH, formOf({ cert: files.cert })),
  ])
  expect(answer).toMatchObject({ status: 200, body: { message: 'Result slip saved.' } })
  expect(await lastHistory(test)).toMatchObject({
    action: 'changed result slip',
    changes: { 'result slip': [null, 1] },
  })
  expect(await test.db.selectFrom('files').select('purpose').execute()).toEqual([{ purpose: 'result slip' }])
})
