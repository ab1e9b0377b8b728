import { expect } from 'vitest'
import { addSchool } from './schools.ts'
import { addStudents } from './students.ts'
import type { TestApp } from '../testApp.ts'
import { pdf } from '../files/trialFiles.ts'
import { formOf } from '../files/uploadTrial.ts'
import { cast } from './users.ts'

export type TypedItem = { id?: number; category: string; item: string; cost: string }

export const busFare: TypedItem = { category: 'Transport', item: 'Bus fare', cost: '1250.50' }
export const fees: TypedItem = { category: 'Tuition Fees', item: 'Term fees', cost: '22000' }

const filled = {
  student_id: '1',
  year_id: '1',
  term_id: '1',
  class_id: '1',
  liaison_comment: 'Paid at the school.',
}

type Changes = Partial<typeof filled> & { version?: string; receipt?: Buffer; items?: TypedItem[] }

/** A receipt as the page sends it; `extra` are fields that no caller may set. */
export function receiptFormData(
  { receipt, items = [busFare, fees], ...changes }: Changes = {},
  extra: Record<string, string> = {},
): FormData {
  const rows = items.flatMap((item, index) =>
    Object.entries(item).map(([field, value]): [string, string] => [
      `items[${index}][${field}]`,
      String(value),
    ]),
  )
  return formOf([
    ...Object.entries({ ...filled, ...changes, ...extra }),
    ...rows,
    ...(receipt ? ([['receipt', receipt]] as [string, Buffer][]) : []),
  ])
}

/** The same with a PDF. */
export const newReceipt = (changes: Changes = {}, extra: Record<string, string> = {}) =>
  receiptFormData({ receipt: pdf(), ...changes }, extra)

/** Adds a student of the supporter, another one, and one who has left, all at one school. */
export async function givenStudents({ db }: TestApp): Promise<void> {
  await addSchool(db)
  await addStudents(db, [
    { supporter_id: cast.supporter.id, school_id: 1 },
    { name: 'Brian Kiprono', school_id: 1 },
    { name: 'Grace Wanjiru', status: 1, school_id: 1 },
  ])
}

/** A receipt of each of the first two students, entered by the liaison officer. */
export async function givenReceipts(test: TestApp): Promise<void> {
  await givenStudents(test)
  const lydia = await test.signIn(cast.liaison)
  for (const student_id of ['1', '2']) {
    const added = await lydia.post('/api/finance?query=', newReceipt({ student_id }))
    expect(added.status, added.text).toBe(200)
  }
}
