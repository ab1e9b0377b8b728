import { expect, it } from 'vitest'
import { aboutOf } from './letterColumns.tsx'

it('names no student of a letter that is withheld', () => {
  const withheld = { kind: 'news', state: 'failed', subject: 'News', first_student: null, students: 0 }
  expect(aboutOf(withheld as Parameters<typeof aboutOf>[0])).toEqual(['No student', undefined])
})

it('calls the students of a letter that are no longer known anonymised', () => {
  const about = (first_student: string | null, students: number) =>
    aboutOf({ kind: 'news', subject: 'News', first_student, students } as Parameters<typeof aboutOf>[0])
  expect(about(null, 0)).toEqual(['Anonymised record', undefined])
  expect(about('Faith Atieno', 2)).toEqual(['Faith Atieno', 'and 1 more student'])
})
