import { expect } from 'vitest'
import { importing, importRows, givenRegister, sheetRow } from '../testing/imports/imports.ts'
import { asCoordinator, CALL, check, studentsOf } from '../testing/imports/sheetScenarios.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { historyOf } from '../testing/database/storedRows.ts'
import { addUser, cast } from '../testing/data/users.ts'

scenariosWith(`${CALL}, of students whose supporters are named`, { ...asCoordinator, as: 'director' }, [
  {
    name: 'takes the only supporter of a name, and stores the name of one who is not registered',
    async given(test) {
      await givenRegister(test)
      await addUser(test.db, { first_name: 'Nuru', last_name: 'Hassan', email: 'nuru2@elimu.test' })
    },
    input: importing([
      { ...sheetRow, name: 'Abdi Noor', supporter: 'samuel  KIP’TOO' },
      { ...sheetRow, name: 'Brenda Auma', supporter: ' Anna Schmidt ' },
      { ...sheetRow, name: 'Chege Kamau', supporter: 'Nuru Hassan' },
      { ...sheetRow, name: 'Dafina Ali', supporter: 'x'.repeat(201) },
      { ...sheetRow, name: 'Esha Juma', supporter: 'Dalmas Oduya' },
    ]),
    contains: { data: { created: 4, skipped: 1 } },
    async after(test) {
      const [, ...added] = await studentsOf(test)
      expect(added.map(({ supporter_id, supporter_name }) => [supporter_id, supporter_name])).toEqual([
        [cast.supporter.id, null],
        [null, 'Anna Schmidt'],
        // Two supporters have this name.
        [null, 'Nuru Hassan'],
        // A disabled one.
        [null, 'Dalmas Oduya'],
      ])
      expect((await historyOf(test))[1]).toMatchObject({
        changes: { supporter: [null, 'Anna Schmidt (no email)'] },
      })
    },
  },
  {
    name: 'counts the names that would be stored, but no email that is not registered',
    input: check(
      { ...sheetRow, name: 'Abdi Noor', supporter: 'Anna Schmidt' },
      { ...sheetRow, name: 'Brenda Auma', supporter: cast.supporter.email },
      { ...sheetRow, name: 'Chege Kamau', supporter: 'anna@example.org' },
    ),
    contains: { data: { good: 2, named_supporters: 1, errors: [{ row: 2, code: 'supporterUnknown' }] } },
  },
  {
    name: 'adds the name to a student, an email in its place, and an undo restores the name',
    async given(test) {
      await givenRegister(test)
      const client = await test.signIn(cast.director)
      await importRows(client, [{ ref: 'EL-0001', supporter: 'Anna Schmidt' }])
      await importRows(client, [{ ref: 'EL-0001', mother: 'Rose Achieng' }])
      expect((await studentsOf(test))[0]).toMatchObject({ supporter_name: 'Anna Schmidt' })
    },
    input: importing([{ ref: 'EL-0001', supporter: cast.supporter.email }]),
    contains: { data: { updated: 1 } },
    async after(test) {
      expect((await studentsOf(test))[0]).toMatchObject({
        supporter_id: cast.supporter.id,
        supporter_name: null,
      })
      expect((await historyOf(test)).at(-1)).toMatchObject({
        changes: { supporter: ['Anna Schmidt (no email)', 'Samuel Kiptoo'] },
      })
      const client = await test.signIn(cast.director)
      await client.post('/api/imports/3/undo')
      expect((await studentsOf(test))[0]).toMatchObject({
        supporter_id: null,
        supporter_name: 'Anna Schmidt',
      })
    },
  },
])
