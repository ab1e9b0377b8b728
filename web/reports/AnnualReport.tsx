import { Group } from '@mantine/core'
import { useCallback, useId, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Lookup } from '#contract/lookups.ts'
import { searchText } from '#contract/base/lists.ts'
import { DownloadHead } from '../ui/export/DownloadHead.tsx'
import { ListView } from '../ui/list/ListView.tsx'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import type { ListSource } from '../ui/list/rows/ListSource.ts'
import { useListRows } from '../ui/list/rows/useListRows.ts'
import { useListState } from '../ui/list/rows/useListState.ts'
import { useToday } from '../ui/form/FormFields.tsx'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { useIsTablet } from '../ui/useIsPhone.ts'
import { lookupsQuery } from '../lookups/lookupApi.ts'
import { newestBegun } from '../lookups/newestBegun.ts'
import { amountColumns, type AnnualSums, annualSums, sumsOfAll } from './annualSums.ts'
import { AnnualCard, AnnualSumsCard } from './AnnualCard.tsx'
import { annualColumns, annualDownload, annualLines } from './annualColumns.tsx'
import { AnnualFoot } from './AnnualFoot.tsx'
import { type AnnualBeside, type AnnualKind, type AnnualRow, hasWords } from './AnnualKind.ts'
import { AnnualPrint } from './AnnualPrint.tsx'
import classes from './Annual.module.css'
import { annualAcademic } from './annualAcademic.ts'
import { annualFinance } from './annualFinance.ts'

export const AnnualAcademicPanel = () => <AnnualReport kind={annualAcademic} />

export const AnnualFinancePanel = () => <AnnualReport kind={annualFinance} />

/** One year of all students, term by term, to search, save and print. */
function AnnualReport({ kind }: { kind: AnnualKind }) {
  const years = useAnnualYear()
  const { data: terms = NO_TERMS, ...termsQuery } = useQuery(lookupsQuery('terms'))
  const amounts = useMemo(() => amountColumns(kind, terms), [kind, terms])
  const columns = useMemo(() => annualColumns(kind, amounts), [kind, amounts])
  const controls = useListState()
  const source = useMemo(() => annualSource(kind, years.chosen?.id), [kind, years.chosen?.id])
  const { beside, ...loaded } = useListRows<AnnualRow, AnnualBeside>(source, columns, controls)
  const error = years.error ?? termsQuery.error
  const retry = () => (years.error ? years.retry() : void termsQuery.refetch())
  const list = error ? { ...loaded, error, retry } : loaded
  const { found, rows, total } = list
  const sums = useMemo(() => {
    if (found) return annualSums(found, amounts, kind.sum)
    return beside?.sums ? sumsOfAll(beside.sums, total, kind) : NO_SUMS
  }, [found, beside, total, amounts, kind])
  /** A narrow table has no number column, and shows the class under the name. */
  const span = useIsTablet() ? 2 : 4
  const foot = useMemo(
    () => <AnnualFoot kind={kind} amounts={amounts} sums={sums} span={span} />,
    [kind, amounts, sums, span],
  )
  const cardFoot = useMemo(
    () => <AnnualSumsCard kind={kind} amounts={amounts} sums={sums} />,
    [kind, amounts, sums],
  )
  const card = useCallback(
    (row: AnnualRow) => <AnnualCard kind={kind} amounts={amounts} row={row} />,
    [kind, amounts],
  )
  const isPaged = found === undefined
  const shownColumns = useMemo(() => (isPaged ? pagedColumns(columns) : columns), [isPaged, columns])
  const year = years.chosen?.year_name ?? ''
  const subtitle = useMemo(
    () => (kind.subtitleWithWords && hasWords(found ?? rows) ? kind.subtitleWithWords : kind.subtitle),
    [kind, found, rows],
  )

  return (
    <>
      <DownloadHead
        title={kind.title}
        subtitle={subtitle}
        list={list}
        download={annualDownload(kind, amounts, year)}
        renderSheet={(all) => (
          <AnnualPrint
            kind={kind}
            subtitle={subtitle}
            amounts={amounts}
            rows={all}
            sums={sums}
            year={year}
            search={list.search}
          />
        )}
      />
      <ListView
        list={list}
        controls={controls}
        rowKey={rowKey}
        columns={shownColumns}
        card={card}
        lineCount={annualLines}
        foot={foot}
        cardFoot={cardFoot}
        noun="students"
        rowHeight="compact"
        searchLabel="Search by student name"
        noMatchHint="Check the spelling, or choose another year."
        emptyHint={kind.emptyHint}
        tools={years.years && <AnnualYear years={years.years} year={year} onChoose={years.choose} />}
      />
    </>
  )
}

const rowKey = ({ student_id }: AnnualRow) => student_id

type AnnualYearProps = { years: Lookup[]; year: string; onChoose: (year: string) => void }

/** The year selector in the list's toolbar. A single year is no choice, but plain text. */
function AnnualYear({ years, year, onChoose }: AnnualYearProps) {
  const id = useId()
  if (years.length < 2)
    return (
      <Group component="p" className={`el-ink-2 ${classes.year}`} gap="s2" wrap="nowrap" fz="ui">
        Year <strong>{year}</strong>
      </Group>
    )
  return (
    <Group className={`el-ink-2 ${classes.year}`} gap="s2" wrap="nowrap" fz="ui">
      <label htmlFor={id}>Year</label>
      <SelectBox
        id={id}
        data={years.map(({ year_name = '' }) => ({ value: year_name, label: year_name }))}
        value={year}
        onChange={(event) => onChoose(event.currentTarget.value)}
        w={104}
      />
    </Group>
  )
}

const NO_TERMS: [] = []
const NO_SUMS: AnnualSums = { count: 0, amounts: [] }

const annualSource = (
  { call }: AnnualKind,
  year: number | undefined,
): ListSource<AnnualRow, AnnualBeside> => ({
  call,
  rowKey,
  searchText: ({ student }) => searchText([student]),
  ...(year === undefined ? { isOff: true } : { filter: { year } }),
})

/** The server sorts by name only. */
const pagedColumns = (columns: ListColumn<AnnualRow>[]): ListColumn<AnnualRow>[] =>
  columns.map(({ sortBy, ...column }) =>
    column.name === 'student' && sortBy ? { ...column, sortBy } : column,
  )

/** The year from the address, by default the newest that has begun, and a function to choose another. */
function useAnnualYear() {
  const navigate = useNavigate()
  const { year: named } = useSearch({ strict: false })
  const { data: years, error, refetch } = useQuery(lookupsQuery('years'))
  const today = useToday()
  const chosen = years?.find(({ year_name }) => year_name === named) ?? (years && newestBegun(years, today))
  const choose = (year: string) =>
    void navigate({
      to: '.',
      resetScroll: false,
      search: (address: Record<string, unknown>) => ({ ...address, year, page: undefined }),
    })
  return { years, chosen, choose, error, retry: () => void refetch() }
}
