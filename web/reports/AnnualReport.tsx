import { Group } from '@mantine/core'
import { useCallback, useId, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Lookup } from '#contract/lookups.ts'
import { searchText } from '#contract/base/lists.ts'
import { DownloadHead } from '../ui/export/DownloadHead.tsx'
import { ListView } from '../ui/list/ListView.tsx'
import { retryUntilAnswered, type LoadedRows, useLoadedRows } from '../ui/list/rows/useListRows.ts'
import { useListState } from '../ui/list/rows/useListState.ts'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { useIsTablet } from '../ui/useIsPhone.ts'
import { lookupsQuery } from '../lookups/lookupApi.ts'
import { amountColumns, annualSums } from './annualSums.ts'
import { AnnualCard, AnnualSumsCard } from './AnnualCard.tsx'
import { annualColumns, annualDownload, annualLines } from './annualColumns.tsx'
import { AnnualFoot } from './AnnualFoot.tsx'
import { type AnnualAnswer, type AnnualKind, type AnnualRow, hasWords } from './AnnualKind.ts'
import { AnnualPrint } from './AnnualPrint.tsx'
import classes from './Annual.module.css'
import { annualAcademic } from './annualAcademic.ts'
import { annualFinance } from './annualFinance.ts'

export const AnnualAcademicPanel = () => <AnnualReport kind={annualAcademic} />

export const AnnualFinancePanel = () => <AnnualReport kind={annualFinance} />

/** One year of all students, term by term, to search, save and print. */
function AnnualReport({ kind }: { kind: AnnualKind }) {
  const years = useAnnualYear()
  const { loaded, terms } = useAnnualRows(kind, years)
  const amounts = useMemo(() => amountColumns(kind, terms), [kind, terms])
  const columns = useMemo(() => annualColumns(kind, amounts), [kind, amounts])
  const controls = useListState()
  const list = useLoadedRows(loaded, columns, controls)
  const { found } = list
  const sums = useMemo(() => annualSums(found, amounts, kind.sum), [found, amounts, kind])
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
  const year = years.chosen?.year_name ?? ''
  const subtitle = useMemo(
    () =>
      kind.subtitleWithWords && loaded.data && hasWords(loaded.data) ? kind.subtitleWithWords : kind.subtitle,
    [kind, loaded.data],
  )

  return (
    <>
      <DownloadHead
        title={kind.title}
        subtitle={subtitle}
        list={list}
        download={annualDownload(kind, amounts, year)}
        sheet={
          <AnnualPrint
            kind={kind}
            subtitle={subtitle}
            amounts={amounts}
            rows={found}
            sums={sums}
            year={year}
            search={list.search}
          />
        }
      />
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

const NOTHING: AnnualAnswer = { rows: [], terms: [] }

/** Every student's year, and the terms that are its columns. */
function useAnnualRows(kind: AnnualKind, { years, chosen, error, retry }: ReturnType<typeof useAnnualYear>) {
  const answer = useQuery({
    queryKey: [...kind.key, chosen?.id],
    queryFn: ({ signal }) => (chosen ? kind.fetch(chosen.id, signal) : NOTHING),
    enabled: years !== undefined,
    ...retryUntilAnswered,
    // Comparing ten thousand rows with the previous answer takes longer than rendering a page.
    structuralSharing: false,
  })
  const loaded: LoadedRows<AnnualRow> = {
    data: answer.data?.rows,
    searchText: textOf,
    error: error ?? answer.error,
    retry: () => (error ? retry() : void answer.refetch()),
  }
  return { loaded, terms: answer.data?.terms ?? NOTHING.terms }
}

const textOf = ({ student }: AnnualRow) => searchText([student])

/** The year from the address, by default the newest, and a function to choose another. */
function useAnnualYear() {
  const navigate = useNavigate()
  const { year: named } = useSearch({ strict: false })
  const { data: years, error, refetch } = useQuery(lookupsQuery('years'))
  const chosen = years?.find(({ year_name }) => year_name === named) ?? years?.[0]
  const choose = (year: string) =>
    void navigate({
      to: '.',
      resetScroll: false,
      search: (address: Record<string, unknown>) => ({ ...address, year, page: undefined }),
    })
  return { years, chosen, choose, error, retry: () => void refetch() }
}
