import { expect, it } from 'vitest'
import { importing, importRows, sheetRow, sheetRows } from '../testing/imports/imports.ts'
import { openRegister } from '../testing/imports/openRegister.ts'
import { asCoordinator, CALL, faith, studentsOf } from '../testing/imports/sheetScenarios.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { historyOf } from '../testing/database/storedRows.ts'
import { files } from '../testing/data/studentForm.ts'
import { givePictures } from '../testing/data/students.ts'
import { formOf } from '../testing/files/uploadTrial.ts'
import { cast } from '../testing/data/users.ts'

scenariosWith(`${CALL}, of students`, asCoordinator, [
  {
    name: 'creates the good rows with refs in order, and leaves out bad ones and possible duplicates',
    input: importing([
      { ...sheetRow, files: ['ruth.jpg'] },
      { ...sheetRow, kcpe: 501, files: ['refused.jpg'] },
      { ...faith, files: ['skipped.jpg'] },
      { ...sheetRow, name: 'Abdi Noor', supporter: cast.supporter.email },
    ]),
    contains: { message: '2 added, 0 updated.', data: { id: 1, created: 2, updated: 0, skipped: 2 } },
    async after(test) {
      const [, ruth, abdi] = await studentsOf(test)
      expect([ruth?.ref, abdi?.ref]).toEqual(['EL-0002', 'EL-0003'])
      expect(ruth).toMatchObject({
        gender: 2,
        school_id: 1,
        liaison_id: cast.liaison.id,
        kcpe: 371,
        picture_id: null,
      })
      expect(abdi).toMatchObject({ supporter_id: cast.supporter.id, supporter_order: 'samuel kiptoo' })
      const client = await test.signIn(cast.coordinator)
      expect((await client.get('/api/students/2?query=history')).body).toMatchObject({
        data: [
          {
            action: 'imported from register.xlsx',
            by: 'Catherine Njeri',
            changes: expect.arrayContaining([
              { field: 'ref', from: null, to: 'EL-0002' },
              { field: 'gender', from: null, to: 'Female' },
              { field: 'school', from: null, to: 'Nyando Girls High School' },
              { field: 'liaison', from: null, to: 'Lydia Chebet' },
            ]) as unknown,
          },
        ],
      })
      expect((await client.get('/api/students?search=abdi')).body).toMatchObject({ meta: { total: 1 } })
      expect((await client.get('/api/imports/1')).body).toMatchObject({
        data: {
          kind: 'students',
          file: 'register.xlsx',
          by: 'Catherine Njeri',
          created: 2,
          skipped: 2,
          undone_at: null,
          can_undo: false,
          rows: [
            {
              row: 0,
              id: 2,
              name: 'Ruth Nekesa Wafula',
              ref: 'EL-0002',
              is_new: true,
              path: null,
              status: 0,
              files: ['ruth.jpg'],
            },
            {
              row: 3,
              id: 3,
              name: 'Abdi Noor',
              ref: 'EL-0003',
              is_new: true,
              has_certificate: false,
              files: [],
            },
          ],
        },
      })
      const stored = await test.db.selectFrom('imports').select('file_names').executeTakeFirst()
      expect(stored).toEqual({ file_names: '{"0":["ruth.jpg"]}' })
      await givePictures(test, [2])
      const cert = formOf({ cert: files.cert })
      await client.change('POST', '/api/students/3?_method=PATCH&query=list', cert)
      expect((await client.get('/api/imports/1')).body).toMatchObject({
        data: {
          rows: [
            { path: expect.stringMatching('^/api/files/') as string, has_certificate: false },
            { path: null, has_certificate: true },
          ],
        },
      })
      // If the sheet changes the exam, the former exam's certificate does not count.
      const kjsea = test.db.updateTable('students').set({ entry_exam: 'KJSEA', kcpe: null })
      await kjsea.where('id', '=', 3).execute()
      expect((await client.get('/api/imports/1')).body).toMatchObject({
        data: { rows: [{}, { has_certificate: false }] },
      })
    },
  },
  {
    name: 'updates a student by ref in the fields that the row has',
    input: importing(
      [
        {
          ref: 'el-0001',
          name: 'Faith A. Odhiambo',
          kcpe: '380',
          mother: '',
          supporter: cast.supporter.email,
        },
      ],
      {
        defaults: { ambition: 'Not known yet' },
      },
    ),
    contains: { data: { created: 0, updated: 1, skipped: 0 } },
    async after(test) {
      const [student] = await studentsOf(test)
      expect(student).toMatchObject({
        name: 'Faith A. Odhiambo',
        kcpe: 380,
        mother: 'Rose Akinyi',
        ambition: 'Civil engineer',
        supporter_id: cast.supporter.id,
        version: 2,
        search: 'faith a. odhiambo\nel-0001',
      })
      expect((await historyOf(test)).at(-1)).toMatchObject({
        action: 'imported from register.xlsx',
        changes: {
          name: ['Faith Atieno Odhiambo', 'Faith A. Odhiambo'],
          kcpe: [371, 380],
          supporter: [null, 'Samuel Kiptoo'],
        },
      })
    },
  },
  {
    name: 'accepts each exam with its fields, and a number in place of a text',
    input: importing([
      { ...sheetRow, entry_exam: 'KJSEA', kcpe: '', assessment_no: 20_418_837, pathway: 'STEM' },
      { ...sheetRow, name: 'Abdi Noor', entry_exam: 'KPLEA', pathway: 'Sports' },
      { ...sheetRow, name: 'Juma Were', entry_exam: 'CPE' },
    ]),
    contains: { data: { created: 1, updated: 0, skipped: 2 } },
    async after(test) {
      const exams = (await studentsOf(test)).map(({ entry_exam, kcpe, assessment_no, pathway }) => [
        entry_exam,
        kcpe,
        assessment_no,
        pathway,
      ])
      expect(exams).toEqual([
        ['KCPE', 371, null, null],
        ['KJSEA', null, '20418837', 'STEM'],
      ])
    },
  },
  {
    name: 'neither changes nor validates columns that are left out',
    input: importing(
      [
        {
          ref: 'EL-0001',
          name: 'FAITH',
          mother: 'ROSE',
          kcpe: 'good',
          ambition: 'Pilot',
          keep: ['name', 'kcpe'],
        },
      ],
      { keep: ['mother', 'school'] },
    ),
    contains: { data: { updated: 1, skipped: 0 } },
    async after(test) {
      expect((await studentsOf(test))[0]).toMatchObject({
        name: 'Faith Atieno Odhiambo',
        mother: 'Rose Akinyi',
        kcpe: 371,
        ambition: 'Pilot',
      })
    },
  },
  {
    name: 'adds the new schools and clusters of the import',
    input: importing([{ ...sheetRow, school: 'Mukaa Boys' }], {
      new_places: [
        { school: 'Mukaa Boys', cluster: 'Makueni' },
        { school: 'nyando girls high school', cluster: 'Kisumu' },
      ],
    }),
    async after(test) {
      const client = await test.signIn(cast.coordinator)
      expect((await client.get('/api/schools?search=mukaa')).body).toMatchObject({
        data: [{ school: 'Mukaa Boys', cluster_name: 'Makueni' }],
      })
      expect((await client.get('/api/imports/1')).body).toMatchObject({ data: { schools: 1, clusters: 1 } })
    },
  },
  {
    name: 'imports nothing and uses no ref number if no row is good',
    input: importing([{ ...sheetRow, name: '' }], {
      new_places: [{ school: 'Mukaa Boys', cluster: 'Kisumu' }],
    }),
    errors: { rows: ['No row can be imported'] },
  },
])

it('previews exactly 20 bad rows and 5 duplicates among 1,000, and creates 975 once even if the request is repeated', async () => {
  const { test, client } = await openRegister()
  const rows = sheetRows(1_000)
  await importRows(client, rows.slice(0, 5))
  const bad = Array.from({ length: 20 }, (_, index) => 30 + index * 40)
  for (const row of bad)
    Object.assign(rows[row] ?? {}, row % 80 === 30 ? { siblings: 31 } : { dor: '1999-01-01' })

  const checked = await client.post('/api/imports', importing(rows, { check: true }))
  const { data } = checked.body as {
    data: { good: number; errors: { row: number }[]; duplicates: { row: number }[] }
  }
  expect(data.good).toBe(975)
  expect(data.errors.map(({ row }) => row)).toEqual(bad)
  expect(data.duplicates.map(({ row }) => row)).toEqual([0, 1, 2, 3, 4])

  const send = () =>
    client.post('/api/imports', importing(rows), { headers: { 'idempotency-key': 'one-press' } })
  const answers = await Promise.all([send(), send()])
  answers.push(await send())
  for (const { body } of answers)
    expect(body).toMatchObject({ data: { id: 2, created: 975, updated: 0, skipped: 25 } })
  expect(await studentsOf(test)).toHaveLength(981)
})
