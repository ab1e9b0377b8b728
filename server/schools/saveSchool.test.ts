import { expect } from 'vitest'
import { schoolMessages } from '#contract/schools.ts'
import { type Scenario, scenariosWith } from '../testing/scenarios.ts'
import { givenSchools } from '../testing/data/schools.ts'
import type { TestApp } from '../testing/testApp.ts'
import { historyOf } from '../testing/database/storedRows.ts'
import { cast } from '../testing/data/users.ts'

const searchTexts = async ({ db }: TestApp) =>
  (await db.selectFrom('schools').select('search').orderBy('id').execute()).map(({ search }) => search)

const refusedForms = (call: string): Scenario[] => [
  {
    name: 'requires a name and a cluster',
    as: 'coordinator',
    given: givenSchools,
    call,
    input: {},
    errors: { school: ['School cannot be empty'], cluster_id: ['Please Select Cluster'] },
  },
  {
    name: 'requires more than spaces, and a choice',
    as: 'coordinator',
    given: givenSchools,
    call,
    input: { school: '  ', cluster_id: '' },
    errors: { school: ['School cannot be empty'], cluster_id: ['Please Select Cluster'] },
  },
  {
    name: 'refuses over-long names',
    as: 'coordinator',
    given: givenSchools,
    call,
    input: { school: 'x'.repeat(201), cluster_id: 1 },
    errors: { school: ['School may not be longer than 200 characters'] },
  },
  {
    name: 'refuses a cluster that there is not, under its field',
    as: 'coordinator',
    given: givenSchools,
    call,
    input: { school: 'Starehe', cluster_id: 999 },
    errors: { cluster_id: ['Please Select Cluster'] },
  },
  {
    name: 'refuses the name of another school, ignoring case and spaces',
    as: 'coordinator',
    given: givenSchools,
    call,
    input: { school: ' MOI   girls ', cluster_id: 1 },
    errors: { school: ['This school exists already'] },
    lacks: ['Moi Girls', 'unique', 'constraint'],
  },
]

scenariosWith('POST /api/schools', { call: 'POST /api/schools' }, [
  {
    name: 'adds a school and answers it with a message inside and beside, and writes history of it',
    as: 'coordinator',
    given: givenSchools,
    input: { school: ' Starehe Boys ', cluster_id: '1', id: 77, cluster_name: 'Mine', search: 'x' },
    async after(test, { body }) {
      expect(body).toEqual({
        success: true,
        message: 'School saved.',
        data: {
          id: 3,
          school: 'Starehe Boys',
          cluster_id: 1,
          cluster_name: 'Kibera',
          message: 'School saved.',
        },
      })
      expect((await searchTexts(test)).at(-1)).toBe('starehe boys\nkibera')
      expect(await historyOf(test)).toMatchObject([
        {
          entity: 'school',
          entity_id: 3,
          action: 'added',
          user_id: 3,
          changes: { school: [null, 'Starehe Boys'], cluster_id: [null, 1] },
        },
      ])
    },
  },
  ...refusedForms('POST /api/schools'),
  {
    name: 'is not for a liaison officer',
    as: 'liaison',
    given: givenSchools,
    input: { school: 'Starehe', cluster_id: 1 },
    status: 403,
    contains: { message: 'This action is unauthorized.' },
  },
])

const editedMeanwhile = async (test: TestApp) => {
  await givenSchools(test)
  const coordinator = await test.signIn(cast.coordinator)
  await coordinator.change('PUT', '/api/schools/1', { school: 'Olympic Academy', cluster_id: 1 })
}
const seen = { school: 'Olympic High School', cluster_id: 1 }
const changedBy = ({ first_name, last_name }: typeof cast.coordinator) =>
  schoolMessages.changedMeanwhile(`${first_name} ${last_name}`)

/** After the coordinator's new name, the administrator saves another form. */
const editedTwice = (form: typeof seen) => async (test: TestApp) => {
  await editedMeanwhile(test)
  const administrator = await test.signIn(cast.administrator)
  expect(await administrator.change('PUT', '/api/schools/1', form)).toMatchObject({ status: 200 })
}

scenariosWith(
  'PUT /api/schools/{id}, from a form that another user has overtaken',
  { as: 'director', call: 'PUT /api/schools/1', given: editedMeanwhile },
  [
    {
      name: 'is refused with the name of that user, and changes nothing',
      input: { school: 'Olympic High School', cluster_id: 2, seen },
      status: 409,
      contains: {
        message: `${cast.coordinator.first_name} ${cast.coordinator.last_name} changed this school while you were typing. Close this form and open it again.`,
      },
      async after(test) {
        expect(await searchTexts(test)).toContain('olympic academy\nkibera')
      },
    },
    {
      name: 'is refused with the name of the last of two users who each changed a field',
      given: editedTwice({ school: 'Olympic Academy', cluster_id: 2 }),
      input: { school: 'Olympic High School', cluster_id: 2, seen },
      conflict: changedBy(cast.administrator),
    },
    {
      name: 'is refused with the name of the user who changed what was not seen, not of a later one',
      given: editedTwice({ school: 'Olympic Academy', cluster_id: 2 }),
      input: { school: 'Olympic High School', cluster_id: 2, seen: { ...seen, cluster_id: 2 } },
      conflict: changedBy(cast.coordinator),
    },
    { name: 'is accepted if both typed the same', input: { school: 'Olympic Academy', cluster_id: 1, seen } },
    {
      name: 'is accepted from a program that does not say what it has seen',
      input: { school: 'Olympic High School', cluster_id: 2 },
    },
  ],
)

scenariosWith('PUT /api/schools/{id}', { as: 'director', call: 'PUT /api/schools/1' }, [
  {
    name: 'changes a school, what searches find it by, and writes old and new into the history',
    given: givenSchools,
    input: { id: 1, school: 'Olympic Academy', cluster_id: 2 },
    contains: {
      success: true,
      message: 'School saved.',
      data: {
        id: 1,
        school: 'Olympic Academy',
        cluster_id: 2,
        cluster_name: 'Éldoret',
        message: 'School saved.',
      },
    },
    async after(test) {
      expect(await searchTexts(test)).toEqual(['olympic academy\neldoret', 'moi girls\neldoret'])
      expect(await historyOf(test)).toMatchObject([
        {
          entity: 'school',
          entity_id: 1,
          action: 'edited',
          user_id: 2,
          changes: { school: ['Olympic High School', 'Olympic Academy'], cluster_id: [1, 2] },
        },
      ])
    },
  },
  {
    name: 'uses the id in the path, not one in the body',
    given: givenSchools,
    input: { id: 2, school: 'Olympic Academy', cluster_id: 1 },
    contains: { data: { id: 1 } },
  },
  {
    name: 'lets a school keep its own name in another case',
    given: givenSchools,
    call: 'PUT /api/schools/2',
    input: { school: 'MOI GIRLS', cluster_id: 2 },
    contains: { data: { school: 'MOI GIRLS' } },
  },
  {
    name: 'writes no history of what was so already',
    given: givenSchools,
    call: 'PUT /api/schools/2',
    input: { school: 'Moi Girls', cluster_id: 2 },
    async after(test) {
      expect(await historyOf(test)).toEqual([])
    },
  },
  ...refusedForms('PUT /api/schools/1'),
  {
    name: 'knows no school that there is not',
    as: 'coordinator',
    given: givenSchools,
    call: 'PUT /api/schools/999',
    input: { school: 'Starehe', cluster_id: 1 },
    status: 404,
    contains: { message: 'Not found.' },
  },
  {
    name: 'is not for a liaison officer',
    as: 'liaison',
    given: givenSchools,
    input: { school: 'Starehe', cluster_id: 1 },
    status: 403,
  },
])
