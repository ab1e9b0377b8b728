import { expect, it } from 'vitest'
import { aboutOf } from './letterColumns.tsx'

it('calls the students of a letter that are no longer known anonymised', () => {
  const about = (first_student: string | null, students: number) =>
    aboutOf({ kind: 'news', subject: 'News', first_student, students } as Parameters<typeof aboutOf>[0])
  expect(about(null, 0)).toEqual(['Anonymised record', undefined])
  expect(about('Faith Atieno', 2)).toEqual(['Faith Atieno', 'and 1 more student'])
})
