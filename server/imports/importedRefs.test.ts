import { expect } from 'vitest'
import { givenRegister, importing, sheetRow } from '../testing/imports/imports.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { addSchool } from '../testing/data/schools.ts'
import type { TestApp } from '../testing/testApp.ts'

const CALL = 'POST /api/imports'
const refsOf = async ({ db }: TestApp) =>
  (await db.selectFrom('students').select('ref').orderBy('id').execute()).map(({ ref }) => ref)
const amos = { ...sheetRow, name: 'Amos Kiprono', dob: '2008-01-04' }
/** Like the registered Faith, in the second part of a large download. */
const faith = {
  ...sheetRow,
  status: 'Active',
  ref: 'EL-0500',
  name: 'Odhiambo Faith Atieno',
  dob: '2009-03-12',
}

scenariosWith(
  `${CALL}, of students with the refs of another Elimu, into an empty one`,
  { as: 'director', call: CALL, given: async ({ db }: TestApp) => addSchool(db) },
  [
    {
      name: 'adds them with these refs and without facts that are empty, and numbers others after them',
      input: importing([
        { ...sheetRow, ref: 'el-0412', gender: '', dob: null, mother: '' },
        { ...amos, ref: 'EL-0007' },
        { ...amos, name: 'Grace Njoki', dob: '2007-06-05', ref: '' },
      ]),
      contains: { data: { created: 3, updated: 0 } },
      async after(test) {
        expect(await refsOf(test)).toEqual(['EL-0412', 'EL-0007', 'EL-0413'])
        const moved = test.db.selectFrom('students').select(['gender', 'dob', 'mother', 'number'])
        expect(await moved.where('ref', '=', 'EL-0412').executeTakeFirst()).toEqual({
          gender: null,
          dob: null,
          mother: null,
          number: 412,
        })
      },
    },
    {
      name: 'takes two similar rows with two refs for two students, and refuses one ref for two',
      input: importing(
        [
          { ...amos, ref: 'EL-0007' },
          { ...amos, ref: 'EL-0008' },
          { ...sheetRow, ref: 'EL-0007' },
        ],
        { check: true },
      ),
      contains: {
        data: {
          good: 2,
          errors: [{ row: 2, field: 'ref', message: 'More than one row is about this student' }],
          duplicates: [],
        },
      },
    },
    {
      name: 'refuses a ref that Elimu would not write, or that leaves few refs for others',
      input: importing(
        [
          { ...amos, ref: 'EL-412' },
          { ...amos, ref: 'EL-9999999' },
          { ...amos, ref: 'EL-100001' },
          { ...amos, ref: 'EL-100000' },
        ],
        { check: true },
      ),
      contains: {
        data: {
          good: 1,
          errors: [0, 1, 2].map((row) => ({ row, field: 'ref', message: 'No student has this Ref' })),
        },
      },
    },
  ],
)

scenariosWith(
  `${CALL}, of students with unknown refs beside registered ones`,
  { as: 'director', call: CALL, given: givenRegister },
  [
    {
      name: 'refuses them as typing errors',
      input: importing([{ ...amos, ref: 'EL-0421' }], { check: true }),
      contains: { data: { good: 0, errors: [{ row: 0, field: 'ref', message: 'No student has this Ref' }] } },
    },
    {
      name: 'adds them from a sheet with a ref and a status in each row, such as a later part of a large download',
      input: importing([{ ...amos, status: 'Active', ref: 'EL-5001' }]),
      contains: { data: { created: 1 } },
      after: async (test) => expect(await refsOf(test)).toEqual(['EL-0001', 'EL-5001']),
    },
    {
      name: 'refuses them in a sheet with a registered ref',
      input: importing(
        [
          { ref: 'EL-0001', kcpe: 300 },
          { ...amos, ref: 'EL-0412' },
        ],
        { check: true },
      ),
      contains: {
        data: { updated: 1, errors: [{ row: 1, field: 'ref', message: 'No student has this Ref' }] },
      },
    },
    {
      name: 'skips a row that resembles a registered student',
      input: importing([faith], { check: true }),
      contains: { data: { good: 0, skipped: 1, duplicates: [{ row: 0, of: { ref: 'EL-0001' } }] } },
    },
    {
      name: 'updates that student instead, if the user decides so',
      input: importing([{ ...faith, duplicate: 1, ambition: 'Pilot' }]),
      contains: { data: { created: 0, updated: 1 } },
      after: async (test) => expect(await refsOf(test)).toEqual(['EL-0001']),
    },
  ],
)
