import { describe, expect, it } from 'vitest'
import { fieldsToSettle } from './askMissing.ts'
import { guessHeader } from './guessHeader.ts'
import type { Sheet } from './Spreadsheet.ts'
import { targetsOf } from './targets.ts'
import { column, guess, register } from './testing/register.ts'

describe('what is needed', () => {
  it('stands beside the fields as their forms have it', () => {
    const needs = Object.fromEntries(targetsOf('students').map(({ label, need }) => [label, need]))
    expect(needs).toMatchObject({
      Ref: '',
      Name: 'needed',
      'KCPE Score': 'needed with KCPE',
      'Liaison Officer': 'needed',
      'Current School': 'needed',
      'Entry Exam': '',
      Pathway: '',
      Supporter: '',
      'Picture file name': '',
    })
    expect(targetsOf('schools').map(({ need }) => need)).toEqual(['needed', 'needed'])
    expect(targetsOf('supporters').map(({ need }) => need)).toEqual(['needed', 'needed', 'needed', ''])
  })

  const toSettle = (sheet: Sheet) =>
    fieldsToSettle('students', sheet, guessHeader(sheet.rows), guess(sheet)).map(({ field }) => field)

  it('and has no column asks for one value for all', () => {
    expect(toSettle(register)).toEqual(['kcpe', 'ambition', 'siblings', 'guardian', 'liaison'])
  })

  it('includes the score only where somebody sat that exam', () => {
    const sat = (exam: string | null) => column('Exam', exam)
    expect(toSettle(sat('KJSEA'))).not.toContain('kcpe')
    expect(toSettle(sat(' kcpe'))).toContain('kcpe')
    expect(toSettle(column('Ambition', 'Nurse'))).toContain('kcpe')
    expect(toSettle(column('Assessment No.', 'A001847320'))).not.toContain('kcpe')
    expect(toSettle(column('Assessment No.', 'A001847320', 'N/A'))).toContain('kcpe')
  })

  it('is nothing where every row updates a student by ref', () => {
    expect(toSettle(column('Ref', 'EL-0001', 'EL-0002'))).toEqual([])
    expect(toSettle(column('Ref', 'EL-0001', null))).toContain('dob')
  })
})
