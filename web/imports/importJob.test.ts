import { expect, it } from 'vitest'
import { headingsOf, jobOf } from './importJob.ts'
import { textSheet } from './sheet/testing/register.ts'

const chosen = (...lines: string[]) => ({ ...textSheet(...lines), file: 'x.csv', header: 0 })

it('keeps answers and corrections for a corrected sheet, also of rows that have moved', () => {
  const job = {
    ...jobOf('students', [chosen('Name|Sex', 'Kiprono|M', 'Ruth|F?')], [], undefined),
    answers: { 'word gender f?': { means: 'Female' } },
    corrections: { 'Kiprono\tM': { duplicate: 'add' }, 'Ruth\tF?': { name: 'Ruth Wafula' } },
  }
  const next = jobOf('students', [chosen('Name|Sex', 'Ruth|F', 'Kiprono|M')], [], undefined, job)
  expect(next).toMatchObject({ answers: job.answers, corrections: job.corrections })
  expect(next.id).not.toBe(job.id)
})

it('imports sheets together whose headings differ in case, punctuation and order only', () => {
  const of = (headings: string) => headingsOf(chosen(headings, 'Ruth|F'))
  expect(of('Name|Sex')).toBe(of('NAME|Sex.|'))
  expect(of('Name|Sex')).toBe(of('Sex|Name'))
  // Columns that are known by their place stay apart.
  expect(of('Name||Sex')).not.toBe(of('Sex||Name'))
  expect(of('Name|Eng|Grade|Maths')).not.toBe(of('Name|Maths|Grade|Eng'))
  expect(of('Name|Phone|Phone|Sex')).not.toBe(of('Sex|Phone|Phone|Name'))
})

it('imports the columns of each sheet in the order of the first', () => {
  const one = chosen('Name|Sex|DOB', 'Ruth|F|2010-04-03')
  const other = {
    ...chosen('REGISTER|2026', 'DOB|Name|Sex', '2011-01-02|Abdi|M|a remark', '|Faith'),
    header: 1,
  }
  const { sheets, columns } = jobOf('students', [one, other], [], undefined)
  expect(columns.map(({ field }) => field)).toEqual(['name', 'gender', 'dob', null])
  expect(sheets[1]?.rows).toEqual([
    ['REGISTER', '2026'],
    ['Name', 'Sex', 'DOB'],
    ['Abdi', 'M', '2011-01-02', 'a remark'],
    ['Faith', null, null],
  ])
})
