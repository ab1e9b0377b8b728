import { expect } from 'vitest'
import { importing, sheetRow } from '../testing/imports/imports.ts'
import { asCoordinator, CALL, finds, studentsOf } from '../testing/imports/sheetScenarios.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { historyOf } from '../testing/database/storedRows.ts'
import { cast } from '../testing/data/users.ts'

scenariosWith(`${CALL}, of classes and statuses`, asCoordinator, [
  {
    name: 'stores class and status of a new student, with day and reason in the history',
    as: 'director',
    input: importing([
      {
        ...sheetRow,
        class: 'form  3',
        status: 'discontinued',
        status_on: '2021-03-03',
        status_reason: 'Moved away',
      },
      { ...sheetRow, name: 'Abdi Noor', status: 'Active' },
    ]),
    contains: { data: { created: 2 } },
    async after(test) {
      expect(await studentsOf(test)).toMatchObject([
        {},
        { status: 1, version: 1 },
        { status: 0, class_id: null },
      ])
      const client = await test.signIn(cast.coordinator)
      expect((await client.get('/api/students/2?query=profile')).body).toMatchObject({
        data: { status: 1, class: 'Form 3', class_id: 3 },
      })
      const history = (await client.get('/api/students/2?query=history')).body
      expect(history).toMatchObject({
        data: [
          {
            action: 'changed status',
            by: 'Daniel Otieno',
            changes: [
              { field: 'status', from: 'Active', to: 'Discontinued' },
              { field: 'status_on', from: null, to: '2021-03-03' },
              { field: 'reason', from: null, to: 'Moved away' },
            ],
          },
          { action: 'imported from register.xlsx' },
        ],
      })
      expect((await client.get('/api/students/3?query=history')).body).toMatchObject({ data: [{}] })
    },
  },
  {
    name: 'gives an updated student status and class, and undoes both',
    as: 'director',
    input: importing([
      { ref: 'EL-0001', status: 'Graduated', status_reason: 'Sat for KCSE', class: 'Form 4' },
    ]),
    contains: { data: { updated: 1 } },
    async after(test) {
      expect(await studentsOf(test)).toMatchObject([{ status: 3, class_id: 4 }])
      const director = await test.signIn(cast.director)
      expect((await director.post('/api/imports/1/undo', {})).status).toBe(200)
      expect(await studentsOf(test)).toMatchObject([{ status: 0, class_id: null }])
      expect((await historyOf(test)).map(({ changes }) => changes)).toMatchObject([
        { status: ['Active', 'Graduated'], reason: [null, 'Sat for KCSE'], class: [null, 'Form 4'] },
        { status: ['Graduated', 'Active'], class: ['Form 4', null] },
      ])
    },
  },
  ...(
    [
      [{ status: 'Left' }, { field: 'status', message: 'Student Status is not valid' }],
      [{ status: 'Withdrawn', status_on: '2026-03-03' }, { field: 'status_on' }],
      [{ status_on: '2021-03-03' }, { field: 'status', code: 'statusNeeded' }],
      [{ status: '', status_on: 'soon' }, { field: 'status_on' }],
      [{ class: 'Form 9' }, { field: 'class', code: 'classUnknown', message: 'Class is not known' }],
    ] as const
  ).map(([cells, error]) =>
    Object.assign(finds(`refuses ${JSON.stringify(cells)}`, { ...sheetRow, ...cells }, error), {
      as: 'director',
    } as const),
  ),
  finds(
    'reports an unknown status of a coordinator once',
    { ...sheetRow, status: 'Foo' },
    { field: 'status', code: 'notValid' },
  ),
  finds(
    'refuses a status from a coordinator',
    { ...sheetRow, status: 'Withdrawn' },
    {
      field: 'status',
      code: 'statusWithheld',
    },
  ),
])
