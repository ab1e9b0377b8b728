import type { ImportKind, Remembered } from '#contract/imports.ts'
import type { Answers, Corrections } from '../Answers.ts'
import type { Names } from '../ask/Question.ts'
import { askAll, settle } from '../ask/settle.ts'
import { type ColumnChoice, guessColumns } from '../guess/guessColumns.ts'
import { guessHeader } from '../guess/guessHeader.ts'
import { makeRows } from '../makeRows.ts'
import { rowsOf } from '../rowsOf.ts'
import type { ChosenSheet, Sheet, SheetCell } from '../Spreadsheet.ts'

const cellsOf = (line: string): SheetCell[] => line.split('|').map((cell) => cell || null)

/** A sheet of texts, with one line for each row. */
export const textSheet = (...lines: string[]): Sheet => ({ name: 'S', rows: lines.map(cellsOf) })

/** A charity's register, with titles above the headings and columns that Elimu does not import. */
export const register: Sheet = {
  name: 'Pupils',
  rows: [
    ['Tumaini Children’s Fund, register of pupils'],
    ['Kept by J. Muli', null, { date: '2026-11-06' }],
    cellsOf(
      'No|Ref|Pupil’s name|D.O.B (dd/mm/yyyy)|Sex|Name of School|Exam|Type|Joined|Mum|Dad|Mother phone|Langs|Story|Photo|Bal.',
    ),
    [
      1,
      ...cellsOf('EL-0398|Kiprono Cheruiyot|03/04/2010|M|Kapsowar Boys|KCPE|Secondary'),
      { date: '2024-01-12' },
      ...cellsOf('Jane|Paul|0722|Nandi|Second of five.|cheruiyot.jpg'),
      12_400,
    ],
    [],
    [
      2,
      ...cellsOf('|Ruth Nekesa Wafula|17/09/2009|Girl|St. Kizito Sec|kjsea|Sec'),
      { date: '2024-01-09' },
      ...cellsOf('Agnes|late|0733|Lubukusu|Lives with her grandmother.|nekesa.jpg'),
      0,
    ],
  ],
}

/** A sheet as it is chosen. */
export const asChosen = (sheet: Sheet, header = guessHeader(sheet.rows)): ChosenSheet[] => [
  { ...sheet, file: 'x.csv', header },
]

export const guess = (sheet: Sheet, kind: ImportKind = 'students') => guessColumns(kind, asChosen(sheet))

type Given = {
  columns?: ColumnChoice[]
  names?: Names
  answers?: Answers
  corrections?: Corrections
  remembered?: Remembered
}

/** The questions about sheets, their answers, and the rows to send. */
export function prepare(kind: ImportKind, of: Sheet | ChosenSheet[], given: Given = {}) {
  const { names = {}, answers = {}, corrections = {}, remembered } = given
  const sheets = Array.isArray(of) ? of : asChosen(of)
  const columns = given.columns ?? guessColumns(kind, sheets)
  const rows = rowsOf(sheets)
  const asked = askAll(kind, { sheets, columns }, rows, names, remembered, answers)
  const settled = settle(asked, answers)
  const made = makeRows(kind, { columns }, rows, settled, corrections)
  return { sheets, columns, rows, asked, settled, made }
}

export const column = (heading: string, ...cells: SheetCell[]): Sheet => ({
  name: 'S',
  rows: [[heading, 'Pupil', 'Dad'], ...cells.map((cell): SheetCell[] => [cell, 'Ruth', 'Paul'])],
})
