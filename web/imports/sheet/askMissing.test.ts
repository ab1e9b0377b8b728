import { describe, expect, it } from 'vitest'
import { guessColumns } from './guess/guessColumns.ts'
import { askBlanks, fieldsToSettle } from './askMissing.ts'
import { guessHeader } from './guess/guessHeader.ts'
import { noAnswers } from './Answers.ts'
import type { Sheet } from './Spreadsheet.ts'
import { targetsOf } from './targets.ts'
import { column, guess, register, textSheet } from './testing/register.ts'

describe('needed fields', () => {
  it('are marked as in the forms', () => {
    const needs = Object.fromEntries(
      targetsOf('students').map(({ label, isNeeded, neededWith }) => [label, neededWith ?? isNeeded]),
    )
    expect(needs).toMatchObject({
      Ref: false,
      Name: true,
      'KCPE Score': 'KCPE',
      'Liaison Officer': true,
      'Current School': true,
      'Entry Exam': false,
      Pathway: false,
      Supporter: false,
      'Picture file name': false,
    })
    expect(targetsOf('schools').map(({ isNeeded }) => isNeeded)).toEqual([true, true])
    const needed = targetsOf('supporters').flatMap(({ field, isNeeded }) => (isNeeded ? field : []))
    expect(needed).toEqual(['first_name', 'last_name', 'email'])
  })

  const toSettle = (sheet: Sheet) =>
    fieldsToSettle('students', {
      sheet,
      header: guessHeader(sheet.rows),
      columns: guess(sheet),
    }).map(({ field }) => field)

  it('without a column ask for one value for all rows', () => {
    expect(toSettle(register)).toEqual(['kcpe', 'ambition', 'siblings', 'guardian', 'liaison'])
  })

  it('include the score only if a student sat that exam', () => {
    const sat = (exam: string | null) => column('Exam', exam)
    expect(toSettle(sat('KJSEA'))).not.toContain('kcpe')
    expect(toSettle(sat(' kcpe'))).toContain('kcpe')
    expect(toSettle(column('Ambition', 'Nurse'))).toContain('kcpe')
    expect(toSettle(column('Assessment No.', 'A001847320'))).not.toContain('kcpe')
    expect(toSettle(column('Assessment No.', 'A001847320', 'N/A'))).toContain('kcpe')
  })

  it('are none if every row updates a student by ref', () => {
    expect(toSettle(column('Ref', 'EL-0001', 'EL-0002'))).toEqual([])
    expect(toSettle(column('Ref', 'EL-0001', null))).toContain('dob')
  })
})

describe('blank cells of a column', () => {
  const sheet = textSheet(
    'Ref|Name|DOB|KCPE|Story|Ambition|Sponsor|School',
    '|Ruth||388|Second of five.|||Moi Girls',
    '|Abdi||||  ||N/A',
    '|Kevin|17/09/2009|||Pilot||Moi Girls',
    'EL-0001|Faith',
    '|Jane',
  )
  const asked = (defaults = {}) => {
    const answers = { ...noAnswers, header: 0, columns: guess(sheet), decisions: { 6: 7 }, defaults }
    return askBlanks('students', sheet, answers).map(({ target, rows }) => `${rows} ${target.label}`)
  }

  it('ask for one value for all new students, except for fields that identify a student or belong to another exam', () => {
    expect(asked()).toEqual(['2 Ambition', '1 Current School', '2 Background'])
    // An answered field stays listed, so that the value can be changed.
    expect(asked({ background: 'Not known yet' })).toEqual(asked())
  })

  it('ask for no email that several staff would share', () => {
    const staff = textSheet('Name|Email|Role', 'Ruth Wanjala||', 'Peter Njoroge|peter@charity.test|')
    const answers = { ...noAnswers, header: 0, columns: guessColumns('staff', staff, 0) }
    expect(askBlanks('staff', staff, answers).map(({ target }) => target.label)).toEqual(['User Role'])
  })
})
