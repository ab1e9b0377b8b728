import { expect } from 'vitest'
import { importing, importRows } from '../testing/imports/imports.ts'
import { givenPast } from '../testing/imports/pastRecords.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { historyOf } from '../testing/database/storedRows.ts'
import type { TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const CALL = 'POST /api/imports'
const new_lookups = {
  years: [{ year_name: '2024' }],
  terms: [{ term_name: 'Opener' }],
  classes: [{ class_name: 'Year 9', curriculum: 'CBE' }],
  subjects: [{ subject_name: 'Astronomy' }],
}
const card = { ref: 'EL-0001', year: '2024', term: 'opener', class: 'Year 9', 'marks.Astronomy': 'ME1 71' }
const results = (rows: object[], more: object = {}) => importing(rows, { kind: 'results', ...more })

/** The names of the lookups that the import may add. */
async function namesIn({ db }: TestApp) {
  const years = await db.selectFrom('years').select('year_name').execute()
  const terms = await db.selectFrom('terms').select('term_name').execute()
  const classes = await db.selectFrom('classes').select(['class_name', 'curriculum']).execute()
  const subjects = await db.selectFrom('subjects').select('subject_name').execute()
  return [
    ...years.map(({ year_name }) => year_name),
    ...terms.map(({ term_name }) => term_name),
    ...classes.map(({ class_name, curriculum }) => `${class_name} ${curriculum}`),
    ...subjects.map(({ subject_name }) => subject_name),
  ].filter((name) => all.has(name))
}
const all = new Set(['2024', 'Opener', 'Year 9 CBE', 'Astronomy'])

scenariosWith(
  `${CALL}, with new years, terms, classes and subjects`,
  { as: 'coordinator', call: CALL, given: givenPast },
  [
    {
      name: 'adds nothing at a check, which counts the rows as good',
      input: results([card], { new_lookups, check: true }),
      contains: { data: { good: 1, errors: [] } },
      after: async (test) => expect(await namesIn(test)).toEqual([]),
    },
    {
      name: 'adds them with the import, with history',
      input: results([card], { new_lookups }),
      contains: { data: { created: 1 } },
      async after(test) {
        expect(await namesIn(test)).toEqual([...all])
        const added = (await historyOf(test)).filter(({ action }) => action.startsWith('imported'))
        expect(added.map(({ entity, changes }) => [entity, changes])).toMatchObject([
          ['year', { year_name: [null, '2024'] }],
          ['term', { term_name: [null, 'Opener'] }],
          ['class', { class_name: [null, 'Year 9'], curriculum: [null, 'CBE'] }],
          ['subject', { subject_name: [null, 'Astronomy'] }],
          ['report', { year: [null, '2024'], term: [null, 'Opener'], class: [null, 'Year 9'] }],
        ])
        const client = await test.signIn(cast.director)
        expect((await client.get('/api/imports')).body).toMatchObject({ data: [{ lookups: 4 }] })
      },
    },
    {
      name: 'adds none that is registered in another case',
      input: results([{ ...card, class: 'Form 1', 'marks.Astronomy': '', 'marks.English': 'B' }], {
        new_lookups: {
          ...new_lookups,
          classes: [{ class_name: 'FORM 1' }],
          subjects: [{ subject_name: 'english' }],
        },
      }),
      contains: { data: { created: 1 } },
      after: async (test) => expect(await namesIn(test)).toEqual(['2024', 'Opener']),
    },
    {
      name: 'refuses a year that Elimu does not offer',
      input: results([card], { new_lookups: { years: [{ year_name: '1999' }] } }),
      errors: { new_lookups: ['Year is not valid'] },
    },
    {
      name: 'gives students a class that it adds',
      input: importing([{ ref: 'EL-0001', class: 'Year 9' }], {
        new_lookups: { classes: new_lookups.classes },
      }),
      contains: { data: { updated: 1 } },
      async after({ db }) {
        const student = await db
          .selectFrom('students')
          .select('class_id')
          .where('ref', '=', 'EL-0001')
          .executeTakeFirst()
        const { id } = await db
          .selectFrom('classes')
          .select('id')
          .where('class_name', '=', 'Year 9')
          .executeTakeFirstOrThrow()
        expect(student).toEqual({ class_id: id })
      },
    },
  ],
)

const givenImported = (rows: object[][]) => async (test: TestApp) => {
  await givenPast(test)
  const client = await test.signIn(cast.director)
  for (const some of rows) await importRows(client, some, { kind: 'results', new_lookups })
}

scenariosWith(
  'POST /api/imports/1/undo, of new years, terms, classes and subjects',
  { as: 'director', call: 'POST /api/imports/1/undo' },
  [
    {
      name: 'removes them',
      given: givenImported([[card]]),
      contains: { data: { removed: 1, lookups: 4, kept: [] } },
      after: async (test) => expect(await namesIn(test)).toEqual([]),
    },
    {
      name: 'leaves those that another import uses',
      given: givenImported([[card], [{ ...card, term: 'Term 1' }]]),
      contains: {
        data: {
          removed: 1,
          lookups: 1,
          kept: [
            { name: 'Astronomy', why: 'In use' },
            { name: 'Year 9', why: 'In use' },
            { name: '2024', why: 'In use' },
          ],
        },
      },
      after: async (test) => expect(await namesIn(test)).toEqual(['2024', 'Year 9 CBE', 'Astronomy']),
    },
  ],
)
