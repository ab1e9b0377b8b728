import { PrintSheet } from '../ui/print/PrintSheet.tsx'
import { type AmountColumn, type AnnualSums, unbroken } from './annualSums.ts'
import { AnnualFoot } from './AnnualFoot.tsx'
import type { AnnualKind, AnnualRow } from './AnnualKind.ts'
import classes from '../ui/print/PrintTable.module.css'

type AnnualPrintProps = {
  kind: AnnualKind
  subtitle: string
  amounts: AmountColumn[]
  rows: AnnualRow[]
  sums: AnnualSums
  year: string
  search: string
}

/** The printed table: all rows that match the search, on all pages. */
export function AnnualPrint(props: AnnualPrintProps) {
  const { subtitle, year, search } = props
  const lines = [`Year ${year}`, subtitle, ...(search.trim() ? [`Students matching “${search.trim()}”`] : [])]
  return (
    <PrintSheet title={props.kind.title} lines={lines} isLandscape>
      {() => <PrintTable {...props} />}
    </PrintSheet>
  )
}

const PrintTable = ({ kind, amounts, rows, sums }: AnnualPrintProps) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th scope="col">No.</th>
        <th scope="col">Student Name</th>
        <th scope="col">Class</th>
        <th scope="col">School</th>
        {amounts.map(({ name, header }) => (
          <th key={name} scope="col" data-align="right">
            {header}
          </th>
        ))}
      </tr>
    </thead>
    {rows.map((row, index) => (
      <tbody key={row.student_id}>
        {row.schools.map((line, position) => (
          <tr key={line.school}>
            <td>{position === 0 && index + 1}</td>
            <td>{position === 0 && row.student}</td>
            <td>{position === 0 && row.class}</td>
            <td>{line.school}</td>
            {amounts.map(({ name, of, wordsOf }) => (
              <td key={name} data-align="right">
                {amountText(of(line), kind) ?? unbroken(wordsOf(line) ?? '–')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    ))}
    <tfoot>
      <AnnualFoot kind={kind} amounts={amounts} sums={sums} span={4} />
    </tfoot>
  </table>
)

/** Plain text, because there may be ten thousand rows. */
const amountText = (amount: number | null, { show }: AnnualKind) => (amount === null ? null : show(amount))
