import { Box, Button, VisuallyHidden } from '@mantine/core'
import { IconNotebook, IconSearchOff } from '@tabler/icons-react'
import { Fragment, type Key, memo, type ReactNode, useEffect, useId, useMemo } from 'react'
import { PAGE_SIZES } from '#contract/base/lists.ts'
import { SelectBox } from '../form/SelectBox.tsx'
import { LoadFailure } from '../LoadFailure.tsx'
import { usePrinting } from '../print/usePrinting.ts'
import { useIsPhone, useIsTablet } from '../useIsPhone.ts'
import { columnsAt } from './columnsAt.tsx'
import type { ListColumn } from './ListColumn.ts'
import { ListEmpty } from './ListEmpty.tsx'
import { ListPager } from './ListPager.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { ListTable } from './ListTable.tsx'
import classes from './ListView.module.css'
import { SearchBox } from './SearchBox.tsx'
import { type ListRows, useLastingError } from './rows/useListRows.ts'
import type { ListControls } from './rows/useListState.ts'

/** How a list is shown, independent of the source of its rows. */
export type ListLook<Row> = {
  /** The same array from render to render, so that an unrelated change does not sort and render again. */
  columns: ListColumn<Row>[]
  /** Draws a row on a phone; the same function from render to render. */
  card: (row: Row, number: number) => ReactNode
  /** Whether rows are cards at every width. */
  hasCards?: boolean
  /** What the rows are called: `users`. */
  noun: string
  searchLabel: string
  /** What to do when a search finds nothing. */
  noMatchHint: string
  /** The title and text of a list without any rows; by default `No users yet`. */
  emptyTitle?: string | undefined
  emptyHint: string
  /** The button that adds the first row. */
  emptyAction?: ReactNode
  /** Why a row is greyed; undefined if it is not. */
  inactive?: (row: Row) => string | undefined
  /** Other filters of the list, left of the page sizes. */
  tools?: ReactNode
  /** Filters between the page sizes and the search; on a phone below both. */
  chips?: ReactNode
  /** The panel's head, if it needs the rows, for example to save them. */
  renderHead?: (list: ListRows<Row>) => ReactNode
  /** The number of lines of a row, if some columns have a cell in each. The same function from render to render. */
  lineCount?: (row: Row) => number
  /** The details below the cells of an open row. The same function until another row opens. */
  detail?: (row: Row) => ReactNode
  /** The `tfoot` rows at the end of the table, such as sums. The same element from render to render. */
  foot?: ReactNode
  /** The same, after the last card. */
  cardFoot?: ReactNode
  /** Rows with photos are taller than others; those of users, and of money and marks, are lower. */
  rowHeight?: 'tall' | 'low' | 'compact'
}

type ListViewProps<Row> = ListLook<Row> & {
  list: ListRows<Row>
  controls: ListControls
  rowKey: (row: Row) => Key
}

/** Renders a list: searched, sorted and paged, as a table or as cards, in all its states. */
export function ListView<Row>(props: ListViewProps<Row>) {
  const { controls, rowKey, card, noun, searchLabel, tools, chips, renderHead } = props
  const { inactive, lineCount, detail, rowHeight, foot, cardFoot } = props
  const list = usePrintedWhole(props.list)
  const isPhone = useIsPhone() || props.hasCards === true
  const width = useIsTablet() ? 'narrow' : 'wide'
  const columns = useMemo(() => columnsAt(width, props.columns), [width, props.columns])
  const { shown, settled, toggleSort, correctPage } = controls
  const { rows, total, page, pages, size, isAnswered, isBehind } = list
  const error = useLastingError(list)
  const before = (page - 1) * size

  // The number of pages on the screen; a printed list has one.
  const last = props.list.pages
  const hasPageVanished = isAnswered && !isBehind && shown === settled && settled.page > last
  useEffect(() => {
    if (hasPageVanished) correctPage(last)
  }, [hasPageVanished, correctPage, last])

  const common = { label: noun, rows, rowKey, before }
  return (
    <>
      {renderHead?.(list)}
      {error && (
        <Box mb="s4">
          <LoadFailure error={error} onRetry={list.retry} />
        </Box>
      )}
      <section
        className={`${classes.list} ${isPhone ? '' : 'el-card'}`}
        data-rows={rowHeight}
        aria-busy={!isAnswered || isBehind}
      >
        <ListToolbar controls={controls} searchLabel={searchLabel} tools={tools} chips={chips} />
        {(isAnswered || !error) && (
          <ListBody {...props} list={list} columns={columns} isPhone={isPhone}>
            {isPhone ? (
              <ListCards {...common} card={card} foot={cardFoot} />
            ) : (
              <ListTable
                {...common}
                columns={columns}
                sort={shown.sort}
                onSort={toggleSort}
                inactive={inactive}
                lineCount={lineCount}
                detail={detail}
                foot={foot}
              />
            )}
          </ListBody>
        )}
        {total > 0 && (
          <ListPager page={page} pages={pages} size={size} total={total} onPage={controls.setPage} />
        )}
      </section>
    </>
  )
}

/** A printed list has all rows on one page, if the browser has loaded them. */
function usePrintedWhole<Row>(list: ListRows<Row>): ListRows<Row> {
  const isPrinting = usePrinting() !== undefined
  return isPrinting && list.found ? { ...list, rows: list.found, page: 1, pages: 1, size: list.total } : list
}

type ListToolbarProps = Pick<ListLook<never>, 'searchLabel' | 'tools' | 'chips'> & { controls: ListControls }

/** Tab follows the order on the screen: a phone has the search and Show in one row, and other filters in the next. */
function ListToolbar({ controls, searchLabel, tools, chips }: ListToolbarProps) {
  const isPhone = useIsPhone()
  const { size, search } = controls.shown
  const sizeId = useId()
  const sizes = (
    <div key="size" className={classes.size}>
      <label htmlFor={sizeId}>
        Show <VisuallyHidden component="span">entries</VisuallyHidden>
      </label>
      <SelectBox
        id={sizeId}
        data={PAGE_SIZES.map((known) => ({ value: String(known), label: String(known) }))}
        value={String(size)}
        onChange={(event) => controls.setSize(Number(event.currentTarget.value))}
        className={classes.sizes}
      />
      <span aria-hidden>entries</span>
    </div>
  )
  const searching = (
    <SearchBox
      key="search"
      search={search}
      onSearch={controls.setSearch}
      label={searchLabel}
      className={classes.search}
    />
  )
  const before = <Fragment key="tools">{tools}</Fragment>
  const between = <Fragment key="chips">{chips}</Fragment>
  return (
    <div className={classes.toolbar} data-screen-only>
      {isPhone ? [searching, sizes, before, between] : [before, sizes, between, searching]}
    </div>
  )
}

type ListBodyProps<Row> = ListViewProps<Row> & {
  isPhone: boolean
  /** The drawn rows, shown when there are any. */
  children: ReactNode
}

/** The part between toolbar and pager: the rows, or the reason why there are none. */
function ListBody<Row>(props: ListBodyProps<Row>) {
  const { list, columns, controls, isPhone, noun, noMatchHint, emptyAction } = props
  const { emptyTitle = `No ${noun} yet`, emptyHint } = props
  const search = list.search.trim()
  if (!list.isAnswered)
    return (
      <>
        <VisuallyHidden component="output">Loading {noun}</VisuallyHidden>
        <ListSkeleton columns={columns} rows={Math.min(controls.shown.size, 10)} isPhone={isPhone} />
      </>
    )
  if (list.total > 0) return props.children
  if (search)
    return (
      <ListEmpty icon={IconSearchOff} title={`No ${noun} match “${search}”`} hint={noMatchHint}>
        <Button variant="default" onClick={() => controls.setSearch('')}>
          Clear search
        </Button>
      </ListEmpty>
    )
  return (
    <ListEmpty icon={IconNotebook} title={emptyTitle} hint={emptyHint}>
      {emptyAction}
    </ListEmpty>
  )
}

type ListCardsProps<Row> = {
  label: string
  rows: Row[]
  rowKey: (row: Row) => Key
  /** The number of the row before the first. */
  before: number
  card: (row: Row, number: number) => ReactNode
  /** Shown after the last card. */
  foot?: ReactNode
}

/** The same rows on a phone, memoized as the table. */
const ListCards = memo(Cards) as typeof Cards

function Cards<Row>({ label, rows, rowKey, before, card, foot }: ListCardsProps<Row>) {
  return (
    <>
      <ul className={classes.cards} aria-label={label}>
        {rows.map((row, index) => (
          <li key={rowKey(row)}>{card(row, before + index + 1)}</li>
        ))}
      </ul>
      {foot}
    </>
  )
}
