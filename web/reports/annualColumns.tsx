import type { ReactNode } from 'react'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import type { Download } from '../ui/export/Download.ts'
import { type AmountColumn, annualSums, totalOf } from './annualSums.ts'
import { AnnualAmount } from './AnnualFoot.tsx'
import type { AnnualKind, AnnualLine, AnnualRow } from './AnnualKind.ts'
import classes from './AnnualReport.module.css'

export const annualLines = ({ schools }: AnnualRow) => schools.length

/** A narrow table has no numbers, and the class under the name, so that the amounts fit beside. */
export const annualColumns = (
  { show }: AnnualKind,
  amounts: AmountColumn[],
  isNarrow: boolean,
): ListColumn<AnnualRow>[] => [
  ...(isNarrow ? [] : [numberColumn<AnnualRow>()]),
  {
    name: 'student',
    header: 'Student Name',
    isName: true,
    cell: (row) => (
      <>
        {row.student}
        {isNarrow && <div className={classes.class}>{row.class}</div>}
      </>
    ),
    sortBy: ({ student }) => student,
  },
  ...(isNarrow ? [] : [classColumn]),
  {
    name: 'school',
    header: 'School',
    isPerLine: true,
    cell: ofLine(({ school }) => school),
    sortBy: ({ schools }) => schools[0]?.school ?? null,
  },
  ...amounts.map(({ name, header, of, isTotal }): ListColumn<AnnualRow> => ({
    name,
    header,
    isPerLine: true,
    isTotal,
    align: 'right',
    cell: ofLine((line) => <AnnualAmount amount={of(line)} show={show} />),
    // A student who changed school within a term has that term's costs on two lines, but the mark on one.
    sortBy: ({ schools }) => {
      const known = schools.map(of).filter((amount) => amount !== null)
      return known.length > 0 ? totalOf(known) : null
    },
  })),
]

const classColumn: ListColumn<AnnualRow> = {
  name: 'class',
  header: 'Class',
  cell: (row) => row.class,
  sortBy: (row) => row.class,
}

const ofLine =
  (show: (line: AnnualLine) => ReactNode): ListColumn<AnnualRow>['cell'] =>
  ({ schools }, _number, place) => {
    const line = schools[place]
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
    schools.map((line) => [number, student, class_name, line.school, ...amounts.map(({ of }) => of(line))]),
  foot: (rows) => [null, sumWord, null, null, ...annualSums(rows, amounts, sum).amounts],
})
