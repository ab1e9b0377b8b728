import type { ReactNode } from 'react'
import { fieldColumn, type ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import type { Download } from '../ui/export/Download.ts'
import { type AmountColumn, annualSums, totalOf } from './annualSums.ts'
import { AnnualAmount } from './AnnualFoot.tsx'
import type { AnnualKind, AnnualLine, AnnualRow } from './AnnualKind.ts'

export const annualLines = ({ schools }: AnnualRow) => schools.length

export const annualColumns = ({ show }: AnnualKind, amounts: AmountColumn[]): ListColumn<AnnualRow>[] => [
  numberColumn('wide'),
  fieldColumn('student', 'Student Name', { isName: true }),
  fieldColumn('class', 'Class', { under: 'student' }),
  {
    name: 'school',
    header: 'School',
    isPerLine: true,
    cell: ofLine(({ school }) => school),
    sortBy: ({ schools }) => schools[0]?.school ?? null,
  },
  ...amounts.map(({ name, header, of, wordsOf, isTotal }): ListColumn<AnnualRow> => ({
    name,
    header,
    isPerLine: true,
    isTotal,
    align: 'right',
    cell: ofLine((line) => <AnnualAmount amount={of(line)} words={wordsOf(line)} show={show} />),
    // A student who changed school within a term has that term's costs on two lines, but the mark on one.
    sortBy: ({ schools }) => {
      const known = schools.map(of).filter((amount) => amount !== null)
      return known.length > 0 ? totalOf(known) : null
    },
  })),
]

const ofLine =
  (show: (line: AnnualLine) => ReactNode): ListColumn<AnnualRow>['cell'] =>
  ({ schools }, _number, index) => {
    const line = schools[index]
    return line && show(line)
  }

/** One line for each school of a student. The last line has the sums or means of the saved rows. */
export const annualDownload = (
  { fileName, format, sumWord, sum }: AnnualKind,
  amounts: AmountColumn[],
  year: string,
): Download<AnnualRow> => ({
  name: `${fileName}-${year}`,
  headers: ['No.', 'Student Name', 'Class', 'School', ...amounts.map(({ header }) => header)],
  formats: [undefined, undefined, undefined, undefined, ...amounts.map(() => format)],
  lines: ({ student, class: class_name, schools }, number) =>
    schools.map((line) => [
      number,
      student,
      class_name,
      line.school,
      ...amounts.map(({ of, wordsOf }) => of(line) ?? wordsOf(line)),
    ]),
  foot: (rows) => [null, sumWord, null, null, ...annualSums(rows, amounts, sum).amounts],
})
