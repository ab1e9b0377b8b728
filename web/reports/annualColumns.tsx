import type { ReactNode } from 'react'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import type { AmountColumn } from './amountColumns.ts'
import { AnnualAmount } from './AnnualAmount.tsx'
import type { AnnualKind, AnnualLine, AnnualRow } from './AnnualKind.ts'
import { totalOf } from './annualSums.ts'
import classes from './reportColumns.module.css'

export const annualLines = ({ schools }: AnnualRow) => schools.length

export const annualColumns = ({ show }: AnnualKind, amounts: AmountColumn[]): ListColumn<AnnualRow>[] => [
  numberColumn(),
  {
    name: 'student',
    header: 'Student Name',
    cell: ({ student }) => <span className={classes.name}>{student}</span>,
    sortBy: ({ student }) => student,
  },
  {
    name: 'class',
    header: 'Class',
    cell: (row) => row.class,
    sortBy: (row) => row.class,
  },
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
    // The costs of one who moved within a term stand on two lines; marks on one.
    sortBy: ({ schools }) => {
      const known = schools.map(of).filter((amount) => amount !== null)
      return known.length > 0 ? totalOf(known) : null
    },
  })),
]

const ofLine =
  (show: (line: AnnualLine) => ReactNode): ListColumn<AnnualRow>['cell'] =>
  ({ schools }, _number, place) => {
    const line = schools[place]
    return line && show(line)
  }
