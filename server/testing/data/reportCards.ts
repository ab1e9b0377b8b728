import { expect } from 'vitest'
import { addSchool } from './schools.ts'
import { addStudents } from './students.ts'
import type { TestApp } from '../testApp.ts'
import type { TestClient } from '../testClient.ts'
import { pdf } from '../files/trialFiles.ts'
import { formOf } from '../files/uploadTrial.ts'
import { cast } from './users.ts'

type TypedMark = Record<string, string>

/** A report card as a user types it. */
export const filledReportCard = {
  student_id: '1',
  year_id: '1',
  term_id: '1',
  class_id: '1',
  grade: 'B',
  mark: '61.5',
  teacher_comment: 'Works hard.',
  liaison_comment: 'Likes her school.',
  action_plan: 'More mathematics.',
  psychosocial: 'Well settled.',
}

export const typedMarks: TypedMark[] = [
  { subject_id: '1', mark: '61', grade: 'B-' },
  { subject_id: '2', mark: '72.5', grade: 'A-' },
]

type Changes = { [Field in keyof typeof filledReportCard]?: string | null } & {
  version?: string
  status?: string
  report?: Buffer | null
  marks?: TypedMark[]
}

/** The report card as the page sends it, by default with a PDF; `null` leaves a field out. */
export function reportCardFormData({
  report = pdf(),
  marks = typedMarks,
  ...changes
}: Changes = {}): FormData {
  const fields = Object.entries({ ...filledReportCard, ...changes, report })
  const rows = marks.flatMap((mark, index) =>
    Object.entries(mark).map(([field, value]): [string, string] => [`marks[${index}][${field}]`, value]),
  )
  return formOf([...fields.filter((field): field is [string, string | Buffer] => field[1] !== null), ...rows])
}

/**
 * Adds a student of the supporter, one without a supporter, and one who has left; two schools, and lookups for reports.
 */
export async function givenChoices({ db }: TestApp): Promise<void> {
  await addSchool(db)
  await addSchool(db, 'Moi Girls', 'Eldoret')
  await addStudents(db, [
    { supporter_id: cast.supporter.id, school_id: 1 },
    { name: 'Brian Kiprono', school_id: 1 },
    { name: 'Grace Wanjiru', status: 1, school_id: 1 },
  ])
}

export async function saveReportCard(client: TestClient, changes: Changes = {}): Promise<void> {
  const saved = await client.post('/api/reports?query=', reportCardFormData(changes))
  expect(saved.status, saved.text).toBe(200)
}

/** A report card of each of the first two students, entered by the liaison officer. */
export async function givenReportCards(test: TestApp): Promise<void> {
  await givenChoices(test)
  const lydia = await test.signIn(cast.liaison)
  await saveReportCard(lydia)
  await saveReportCard(lydia, { student_id: '2' })
}

/** The same, of which the first is verified. */
export async function givenVerified(test: TestApp): Promise<void> {
  await givenReportCards(test)
  const amina = await test.signIn(cast.administrator)
  expect((await amina.verify('/api/reports/1')).status).toBe(200)
}
