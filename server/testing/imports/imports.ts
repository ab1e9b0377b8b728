import type { ImportForm } from '#contract/imports.ts'
import { addSchool } from '../data/schools.ts'
import { addStudents, filledForm } from '../data/students.ts'
import type { TestApp } from '../testApp.ts'
import type { TestClient } from '../testClient.ts'

const { school_id: _school, liaison_id: _liaison, ...typed } = filledForm

/** A row of a register, with the school and liaison officer of `givenRegister`. */
export const sheetRow = {
  ...typed,
  name: 'Ruth Nekesa Wafula',
  dob: '2009-09-17',
  gender: 'Female',
  category: 'High School',
  school: 'Nyando Girls High School',
  liaison: 'Lydia Chebet',
}

/** Rows of children who are not similar: each has a different date of birth. */
export const sheetRows = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) =>
    Object.assign(
      {
        ...sheetRow,
        name: `Child Number${index}`,
        dob: new Date(Date.UTC(2000, 0, 1 + index)).toISOString().slice(0, 10),
      },
      more,
    ),
  )

/** A school, and Faith Atieno Odhiambo (EL-0001), born on 12 Mar 2009. */
export async function givenRegister({ db }: Pick<TestApp, 'db'>): Promise<void> {
  const school_id = await addSchool(db)
  await addStudents(db, [{ school_id }])
}

type Rows = Pick<ImportForm, 'rows'> & { [Name in keyof ImportForm]?: unknown }

export const importing = (rows: object[], more: object = {}): Rows => ({
  kind: 'students',
  rows: rows as ImportForm['rows'],
  file: 'register.xlsx',
  ...more,
})

/** Imports rows, and returns the import's id. */
export async function importRows(client: TestClient, rows: object[], more: object = {}): Promise<number> {
  const { status, text, body } = await client.post('/api/imports', importing(rows, more))
  if (status !== 200) throw new Error(text)
  return (body as { data: { id: number } }).data.id
}
