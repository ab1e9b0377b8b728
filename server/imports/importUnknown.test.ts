import { expect } from 'vitest'
import { importing, givenRegister, sheetRow } from '../testing/imports/imports.ts'
import { asCoordinator, CALL, faith, finds, studentsOf } from '../testing/imports/sheetScenarios.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { historyOf } from '../testing/database/storedRows.ts'
import { addStudents, withoutExam } from '../testing/data/students.ts'
import { cast } from '../testing/data/users.ts'

scenariosWith(`${CALL}, of facts that are not known or left empty`, asCoordinator, [
  {
    name: 'leaves facts as not known where a cell or an answer says so',
    input: importing(
      [
        {
          ...sheetRow,
          dob: 'Not known',
          gender: 'NOT KNOWN',
          kcpe: '',
          ambition: '',
          guardian_phone: 722123456,
          blanks: { ambition: 'Not known' },
        },
      ],
      { defaults: { kcpe: 'Not known', mother: 'Not known' } },
    ),
    contains: { data: { created: 1 } },
    async after(test) {
      const unknown = { dob: null, gender: null, kcpe: null, ambition: null }
      expect((await studentsOf(test))[1]).toMatchObject({
        ...unknown,
        mother: sheetRow.mother,
        guardian_phone: '0722123456',
      })
      expect((await historyOf(test)).at(-1)?.changes).toMatchObject({
        dob: [null, 'Not known'],
        gender: [null, 'Not known'],
        'given for empty cells': [null, 'kcpe, ambition'],
      })
      const client = await test.signIn(cast.coordinator)
      const { body } = await client.get('/api/students/2?query=profile')
      expect(body).toMatchObject({
        data: { ...unknown, age: null, todo: [{}, {}, { of: 'facts' }, { of: 'consent' }] },
      })
      // The form asks for them the next time.
      const edited = await client.change('PUT', '/api/students/2', (body as { data: object }).data)
      expect(edited.body).toMatchObject({
        errors: {
          dob: ['Student Date of Birth cannot be empty'],
          gender: ['Student Gender cannot be empty'],
          kcpe: ['Student KCPE Score cannot be empty'],
          ambition: ['Student Ambition cannot be empty'],
        },
      })
    },
  },
  {
    name: 'changes no fact to an unknown one, and leaves unknown ones where the row has none',
    async given(test) {
      await givenRegister(test)
      await addStudents(test.db, [{ school_id: 1, dob: null, kcpe: null, background: null }])
    },
    input: importing([
      { ref: 'EL-0001', mother: 'Not known', father: 'Paul' },
      { ref: 'EL-0002', dob: '2009-09-09', kcpe: ' ' },
    ]),
    contains: { data: { updated: 2 } },
    async after(test) {
      const [one, other] = await studentsOf(test)
      expect(one).toMatchObject({ mother: 'Rose Akinyi', father: 'Paul' })
      expect(other).toMatchObject({ dob: '2009-09-09', kcpe: null, background: null })
    },
  },
  finds(
    'does not make the score of another exam unknown',
    { ref: 'EL-0001', entry_exam: 'KCPE' },
    { field: 'kcpe', code: 'empty' },
    async ({ db }) => void (await addStudents(db, [{ ...withoutExam }])),
  ),
  {
    name: 'fills blank cells with the row’s own defaults only if the row adds a student',
    input: importing([
      { ...faith, kcpe: '', blanks: { entry_exam: 'None', ambition: 'Pilot' }, duplicate: 1 },
      { ...sheetRow, kcpe: '', gender: null, blanks: { entry_exam: 'None', gender: 'Male', name: 'Nobody' } },
    ]),
    contains: { data: { created: 1, updated: 1 } },
    async after(test) {
      const [before, added] = await studentsOf(test)
      expect(before).toMatchObject({ entry_exam: 'KCPE', kcpe: 371 })
      expect(added).toMatchObject({ name: sheetRow.name, entry_exam: 'None', kcpe: null, gender: 1 })
      const entry = (await historyOf(test)).find(({ entity_id }) => entity_id === added?.id)
      expect(entry?.changes).toMatchObject({ 'given for empty cells': [null, 'entry_exam, gender'] })
    },
  },
  {
    name: 'fills empty cells with a default value, which the history records',
    input: importing([{ ...sheetRow, ambition: '', siblings: null }], {
      defaults: { ambition: 'Not known yet', siblings: 0, kcpe: 1 },
    }),
    async after(test) {
      expect((await studentsOf(test)).at(-1)).toMatchObject({
        ambition: 'Not known yet',
        siblings: 0,
        kcpe: 371,
      })
      const { changes } = (await historyOf(test)).at(-1) ?? {}
      expect(changes).toMatchObject({ 'given for empty cells': [null, 'ambition, siblings'] })
    },
  },
])
