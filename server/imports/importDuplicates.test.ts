import { expect } from 'vitest'
import { importing, givenRegister, sheetRow } from '../testing/imports/imports.ts'
import { asCoordinator, CALL, check, faith, finds, studentsOf } from '../testing/imports/sheetScenarios.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { addSchool } from '../testing/data/schools.ts'
import { addStudents } from '../testing/data/students.ts'
import type { TestApp } from '../testing/testApp.ts'

scenariosWith(`${CALL}, of possible duplicates`, asCoordinator, [
  finds(
    'refuses a decision to update a student who is not similar',
    { ...sheetRow, duplicate: 1 },
    { field: 'duplicate', value: 1, message: 'This student is not a possible duplicate of the row' },
  ),
  ...(
    [
      ['duplicate', 'perhaps', 'Decision is not known'],
      ['duplicate', 2 ** 31, 'Value is not valid'],
      ['keep', 'name', 'Fields to keep must be a list of columns'],
      ['blanks', [], 'Defaults must be values by column'],
      ['files', ['a.jpg', 'b.pdf', 'c.pdf'], 'Files must be two names at most'],
    ] as const
  ).map(([field, answer, message]) => ({
    name: `refuses only the row with the unknown answer ${field} ${JSON.stringify(answer)}`,
    input: check({ ...sheetRow, [field]: answer }, { ...sheetRow, dob: '2010-01-30' }),
    contains: { data: { good: 1, errors: [{ row: 0, field, message }] } },
  })),
  ...[null, ''].map((duplicate) => ({
    name: `does not import a row like a registered student whose decision is ${JSON.stringify(duplicate)}`,
    input: check({ ...faith, duplicate }),
    contains: { data: { good: 0, skipped: 1, errors: [] } },
  })),
  {
    name: 'refuses all rows about one student',
    input: check({ ref: 'EL-0001', kcpe: 300 }, { ...faith, duplicate: 1 }, { ref: 'el-0001', kcpe: 301 }),
    contains: {
      data: {
        good: 0,
        errors: ['ref', 'duplicate', 'ref'].map((field, row) => ({
          row,
          field,
          message: 'More than one row is about this student',
        })),
      },
    },
  },
  {
    name: 'finds children who are in the sheet twice, and those whose day and month are swapped',
    input: importing([sheetRow, { ...sheetRow, name: 'Ruth Wafulla' }, { ...faith, dob: '2009-12-03' }], {
      check: true,
    }),
    contains: {
      data: {
        good: 2,
        skipped: 1,
        duplicates: [
          { row: 1, of: null, of_row: 0 },
          { row: 2, of: { ref: 'EL-0001' }, of_row: null },
        ],
      },
    },
  },
  ...[undefined, null, 'add', 'skip'].map((duplicate) => ({
    name: `imports two rows that are alike, unless one is a copy: ${JSON.stringify(duplicate)}`,
    input: importing([
      { ...sheetRow, admission_no: '9052' },
      { ...sheetRow, name: 'Mary Wanjiru', dob: '2010-06-01', admission_no: '90 52', duplicate },
    ]),
    contains: { data: duplicate === 'skip' ? { created: 1, skipped: 1 } : { created: 2, skipped: 0 } },
    async after(test: TestApp) {
      const names = (await studentsOf(test)).map(({ name }) => name).slice(1)
      expect(names).toEqual(['Ruth Nekesa Wafula', ...(duplicate === 'skip' ? [] : ['Mary Wanjiru'])])
    },
  })),
  {
    name: 'lists at most 20 possible duplicates of a row',
    input: importing(
      Array.from({ length: 30 }, () => ({ ...sheetRow, duplicate: 'add' })),
      { check: true },
    ),
    async after(_test, { body }) {
      const { duplicates } = (body as { data: { duplicates: { row: number }[] } }).data
      expect(duplicates.filter(({ row }) => row === 29)).toHaveLength(20)
    },
  },
  {
    name: 'finds children of the same name and school where a date of birth is unknown',
    async given(test) {
      await givenRegister(test)
      const other = await addSchool(test.db, 'Mukaa Boys')
      await addStudents(test.db, [
        { name: 'Kevin Otieno', school_id: 1, dob: null },
        { name: 'Kevin Otieno', school_id: other, dob: null },
      ])
    },
    input: check(
      { ...faith, dob: 'Not known' },
      { ...faith, dob: 'Not known', school: 'Mukaa Boys' },
      { ...sheetRow, name: 'Otieno Kevin', dob: '2009-05-05' },
      { ...sheetRow, dob: 'not known' },
      { ...sheetRow, name: 'Wafula Ruth Nekesa' },
    ),
    contains: {
      data: {
        good: 3,
        skipped: 2,
        duplicates: [
          { row: 0, of: { ref: 'EL-0001', dob: '2009-03-12' } },
          { row: 2, of: { ref: 'EL-0002', dob: null } },
          { row: 4, of: null, of_row: 3 },
        ],
      },
    },
    lacks: ['EL-0003'],
  },
  {
    name: 'updates the chosen student of a duplicate, and adds another duplicate as a new student',
    input: importing([
      { ...faith, duplicate: 1 },
      { ...faith, duplicate: 'add' },
    ]),
    contains: { data: { created: 1, updated: 1, skipped: 0 } },
    async after(test) {
      const names = (await studentsOf(test)).map(({ name }) => name)
      expect(names).toEqual(['Odhiambo Faith Atieno', 'Odhiambo Faith Atieno'])
    },
  },
])
