import { useCallback, useMemo } from 'react'
import { DownloadHead } from '../ui/export/DownloadHead.tsx'
import { ListView } from '../ui/list/ListView.tsx'
import { useHeldRows } from '../ui/list/useListRows.ts'
import { useListState } from '../ui/list/useListState.ts'
import { PrintButton } from '../ui/print/PrintSheet.tsx'
import { amountColumns } from './amountColumns.ts'
import { AnnualCard, AnnualSumsCard } from './AnnualCard.tsx'
import { annualColumns, annualLines } from './annualColumns.tsx'
import { annualDownload } from './annualDownload.ts'
import { AnnualFoot } from './AnnualFoot.tsx'
import type { AnnualKind, AnnualRow } from './AnnualKind.ts'
import { AnnualPrint } from './AnnualPrint.tsx'
import classes from './AnnualReport.module.css'
import { annualSums } from './annualSums.ts'
import { AnnualYear } from './AnnualYear.tsx'
import { useAnnualRows } from './useAnnualRows.ts'
import { useAnnualYear } from './useAnnualYear.ts'

/** The year of all students, term by term: to search, to save and to print. */
export function AnnualReport({ kind }: { kind: AnnualKind }) {
  const years = useAnnualYear()
  const { held, terms } = useAnnualRows(kind, years)
  const amounts = useMemo(() => amountColumns(kind, terms), [kind, terms])
  const columns = useMemo(() => annualColumns(kind, amounts), [kind, amounts])
  const controls = useListState()
  const list = useHeldRows(held, columns, controls)
  const { found } = list
  const sums = useMemo(() => annualSums(found, amounts, kind.sum), [found, amounts, kind])
  const foot = useMemo(() => <AnnualFoot kind={kind} amounts={amounts} sums={sums} />, [kind, amounts, sums])
  const cardFoot = useMemo(
    () => <AnnualSumsCard kind={kind} amounts={amounts} sums={sums} />,
    [kind, amounts, sums],
  )
  const card = useCallback(
    (row: AnnualRow) => <AnnualCard kind={kind} amounts={amounts} row={row} />,
    [kind, amounts],
  )
  const year = years.chosen?.year_name ?? ''

  return (
    <div className={classes.report}>
      <ListView
        list={list}
        controls={controls}
        rowKey={rowKey}
        columns={columns}
        card={card}
        lineCount={annualLines}
        foot={foot}
        cardFoot={cardFoot}
        noun="students"
        searchLabel="Search by student name"
        noMatchHint="Check the spelling, or choose another year."
        emptyHint={kind.emptyHint}
        tools={years.years && <AnnualYear years={years.years} year={year} onChoose={years.choose} />}
        renderHead={() => (
          <DownloadHead
            title={kind.title}
            subtitle={kind.subtitle}
            list={list}
            download={annualDownload(kind, amounts, year)}
          >
            <PrintButton isOff={!list.isAnswered} />
          </DownloadHead>
        )}
      />
      <AnnualPrint kind={kind} amounts={amounts} rows={found} sums={sums} year={year} search={list.search} />
    </div>
  )
}

const rowKey = ({ student_id }: AnnualRow) => student_id
