import { expect } from 'vitest'
import { givenRegister, importRows, sheetRow } from '../testing/imports/imports.ts'
import { scenarios, scenariosWith } from '../testing/scenarios.ts'
import type { TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const READ = 'GET /api/imports/steps'
const SAVE = 'PUT /api/imports/steps'
const supporter = { first_name: 'Zawadi', last_name: 'Achieng', email: 'zawadi@elimu.test' }

scenariosWith(READ, { as: 'coordinator', call: READ }, [
  {
    name: 'counts each kind, staff without administrators and users without disabled ones',
    given: givenRegister,
    contains: {
      data: {
        steps: [
          { kind: 'students', count: 1 },
          { kind: 'schools', count: 1 },
          { kind: 'supporters', count: 2 },
          { kind: 'staff', count: 3 },
          { kind: 'results', count: 0 },
          { kind: 'receipts', count: 0, uninvited: null, left_out: null, nothing: null },
          { kind: 'plans', count: 0 },
          { kind: 'accounts', count: 0 },
        ],
        waiting_students: 0,
      },
    },
  },
  {
    name: 'counts who waits: for an invitation, for the address of a supporter, and rows that were left out',
    async given(test) {
      await givenRegister(test)
      const client = await test.signIn(cast.director)
      await importRows(client, [supporter, { ...supporter, email: 'none' }], { kind: 'supporters' })
      await importRows(client, [
        { ...sheetRow, supporter: 'Anna Schmidt' },
        { ...sheetRow, name: '' },
      ])
      const last = [{ ...sheetRow, name: 'Abdi Noor', dob: '2010-11-30' }]
      await importRows(client, last)
      await client.post(
        `/api/imports/${await importRows(client, [{ ref: 'EL-0003', kcpe: 9 }, ...last])}/undo`,
      )
    },
    contains: {
      data: {
        steps: [
          { kind: 'students', left_out: null },
          { kind: 'schools' },
          {
            kind: 'supporters',
            uninvited: { count: 1, import_id: 1 },
            left_out: { count: 1, import_id: 1 },
          },
          { kind: 'staff', uninvited: null },
          { kind: 'results' },
          { kind: 'receipts' },
          { kind: 'plans' },
          { kind: 'accounts' },
        ],
        waiting_students: 1,
      },
    },
  },
])

const hasNothing = (kind: string, has_nothing = true) => ({ kind, has_nothing })
const save = async (test: TestApp, ...said: object[]) => {
  const client = await test.signIn(cast.director)
  for (const body of said) expect((await client.change('PUT', '/api/imports/steps', body)).status).toBe(200)
}
const nothingIn = async (test: TestApp) =>
  test.db.selectFrom('nothing_to_import').select(['kind', 'user_id']).execute()

scenarios(SAVE, [
  {
    name: 'notes who has nothing to import of a kind, and when',
    as: 'coordinator',
    call: SAVE,
    input: hasNothing('schools'),
    contains: { message: 'Saved.' },
    history: {
      entity: 'moving_in',
      action: 'edited',
      user_id: cast.coordinator.id,
      changes: { schools: [null, 'Nothing to bring in'] },
    },
    async after(test) {
      const client = await test.signIn(cast.liaison)
      expect((await client.get('/api/imports/steps')).status).toBe(403)
      const director = await test.signIn(cast.director)
      expect((await director.get('/api/imports/steps')).body).toMatchObject({
        data: { steps: { 1: { nothing: { by: 'Catherine Njeri' } } } },
      })
    },
  },
  {
    name: 'stays as it was said first',
    as: 'coordinator',
    given: (test) => save(test, hasNothing('schools')),
    call: SAVE,
    input: hasNothing('schools'),
    after: async (test) =>
      expect(await nothingIn(test)).toEqual([{ kind: 'schools', user_id: cast.director.id }]),
  },
  {
    name: 'opens a step again',
    as: 'coordinator',
    given: (test) => save(test, hasNothing('schools'), hasNothing('results')),
    call: SAVE,
    input: hasNothing('schools', false),
    history: { changes: { schools: ['Nothing to bring in', null] }, user_id: cast.coordinator.id },
    after: async (test) => expect(await nothingIn(test)).toMatchObject([{ kind: 'results' }]),
  },
  {
    name: 'refuses a step that is not empty',
    as: 'director',
    call: SAVE,
    input: hasNothing('supporters'),
    conflict: 'This step is not empty',
  },
  {
    name: 'refuses users to those who may not import them',
    as: 'coordinator',
    call: SAVE,
    input: hasNothing('supporters', false),
    status: 403,
  },
  {
    name: 'refuses kinds and answers that are not known',
    as: 'director',
    call: SAVE,
    input: { kind: 'visits', has_nothing: 'perhaps' },
    errors: {
      kind: ['Kind is not known'],
      has_nothing: ['Whether there is nothing must be true or false'],
    },
  },
])
