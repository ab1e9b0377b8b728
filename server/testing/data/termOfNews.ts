import { addReceipts, addReportCards } from './records.ts'
import { addStudents, withoutExam } from './students.ts'
import type { TestApp } from '../testApp.ts'
import { cast } from './users.ts'

const VERIFIED = { status: 1, year: '2026', term: 'Term 2' }

/**
 * Adds a term with approved records of two students of one supporter and of one without a supporter, and one pending
 * report.
 */
export async function addTermOfNews(test: Pick<TestApp, 'db' | 'files'>): Promise<number[]> {
  const ids = await addStudents(test.db, [
    { ...withoutExam, name: 'Faith Atieno Odhiambo', supporter_id: cast.supporter.id },
    { ...withoutExam, name: 'Kevin Otieno', supporter_id: cast.supporter.id },
    { ...withoutExam, name: 'Mwende Mutua' },
  ])
  const [faith = 0, kevin = 0, mwende = 0] = ids
  await addReportCards(test, [
    { student_id: faith, ...VERIFIED, term: 'Term 1', status: 2, grade: 'C+', mark: 58.2 },
    {
      student_id: faith,
      ...VERIFIED,
      grade: 'B-',
      mark: 61.3,
      liaison_comment: 'Reads <aloud> at home & school.',
    },
    { student_id: kevin, ...VERIFIED, status: 0 },
    { student_id: mwende, ...VERIFIED },
  ])
  await addReceipts(test, [
    {
      student_id: faith,
      ...VERIFIED,
      items: [
        ['Tuition Fees', 'Term 2 tuition', 22_244],
        ['Transport', 'Bus fare', 1_250.5],
      ],
    },
    { student_id: faith, ...VERIFIED, items: [['Tuition Fees', 'Remainder', 756]] },
    { student_id: kevin, ...VERIFIED },
  ])
  return ids
}
