import { describe, expect, it } from 'vitest'
import { keyOf } from '../Answers.ts'
import type { Sheet } from '../Spreadsheet.ts'
import { targetsOf } from '../targets.ts'
import { column, prepare, textSheet } from '../testing/register.ts'
import { meaningOf } from './settle.ts'

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

  const asked = (sheet: Sheet, kind: 'students' | 'staff' = 'students') =>
    prepare(kind, sheet)
      .asked.questions.filter(({ kind: of, certain }) => of === 'blank' && !certain)
      .map(({ target, text, cells, guesses }) => {
        const likely = guesses.map((guess) => meaningOf(guess)).join(', ')
        return `${cells} ${text || 'empty'} in ${target.field}${likely && `? ${likely}`}`
      })

  it('without a column ask for one value for all new rows', () => {
    expect(
      asked(
        textSheet(
          'Ref|Name|DOB|Sex|School|Type|Officer|KCPE',
          '|Ruth|3 Apr 2010|F|Moi|Sec|Mary|388',
          'EL-0001|Jane',
        ),
      ),
    ).toEqual([
      '1 empty in dor? Not known',
      '1 empty in ambition? Not known',
      '1 empty in siblings? Not known',
      '1 empty in languages? Not known',
      '1 empty in background? Not known',
      '1 empty in mother? Not known',
      '1 empty in father? Not known',
      '1 empty in guardian? Not known',
    ])
    expect(asked(column('Ref', 'EL-0001', 'EL-0002'))).toEqual([])
  })

  it('include the score only of students who sat that exam', () => {
    const isAsked = (sheet: Sheet) => asked(sheet).some((line) => line.includes('kcpe'))
    expect(isAsked(column('Exam', 'KJSEA'))).toBe(false)
    expect(isAsked(column('Exam', ' kcpe'))).toBe(true)
    expect(isAsked(column('Ambition', 'Nurse'))).toBe(true)
    expect(isAsked(column('Assessment No.', 'A001847320'))).toBe(false)
    expect(isAsked(column('Assessment No.', 'A001847320', 'N/A'))).toBe(true)
  })

  it('ask for each blank text, because an empty cell, N/A, - and did not sit may differ', () => {
    const sheet = textSheet(
      'Ref|Name|KCPE|Sibs|Story',
      '|Ruth|did not sit|-|Second of five.',
      '|Abdi||N/A|',
      '|Kevin|Did not sit|2|n/a',
      'EL-0001|Faith',
    )
    const own = asked(sheet).filter((line) => /kcpe|siblings|background/.test(line))
    expect(own).toEqual([
      '2 did not sit in kcpe? Not known, KJSEA, KPLEA',
      '1 empty in kcpe? Not known',
      '1 - in siblings? Not known, 0',
      '1 N/A in siblings? Not known, 0',
      '1 empty in background? Not known',
      '1 n/a in background? Not known',
    ])
    const answers = {
      [keyOf('blank', 'kcpe', 'did not sit')]: { means: 'KJSEA', field: 'entry_exam' },
      [keyOf('blank', 'siblings', '-')]: { means: '0' },
    }
    expect(prepare('students', sheet, { answers }).made.rows.map(({ blanks }) => blanks)).toEqual([
      { entry_exam: 'KJSEA', siblings: '0' },
      undefined,
      { entry_exam: 'KJSEA' },
      undefined,
    ])
  })

  it('ask for no email that several staff would share', () => {
    const staff = textSheet('Name|Email|Role', 'Ruth Wanjala||', 'Peter Njoroge|peter@charity.test|')
    expect(asked(staff, 'staff')).toEqual(['2 empty in role'])
  })
})
