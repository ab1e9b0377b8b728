import { Box } from '@mantine/core'
import { PAGE_WINDOW } from '#contract/base/lists.ts'
import classes from './ListPager.module.css'

type ListPagerProps = {
  page: number
  pages: number
  size: number
  total: number
  onPage: (page: number) => void
}

export function ListPager({ page, pages, size, total, onPage }: ListPagerProps) {
  const first = total === 0 ? 0 : (page - 1) * size + 1
  const last = Math.min(page * size, total)
  return (
    <div className={classes.pager}>
      <output>
        Showing {first} to {last} of {total} entries
      </output>
      <Box component="span" w={1} h={16} bg="var(--el-edge)" visibleFrom="sm" aria-hidden />
      <span>Total Pages {pages}</span>
      <nav className={classes.pages} aria-label="Pages" data-screen-only>
        <PageButton word="First" isOff={page === 1} onClick={() => onPage(1)} />
        {pageWindow(page, pages, PAGE_WINDOW).map((number) => (
          <button
            key={number}
            type="button"
            className={classes.page}
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
          >
            {number}
          </button>
        ))}
        <PageButton word="Last" isOff={page === pages} onClick={() => onPage(pages)} />
      </nav>
    </div>
  )
}

type PageButtonProps = { word: 'First' | 'Last'; isOff: boolean; onClick: () => void }

/** Stays focusable while it is off, so that paging by keyboard does not lose the focus. */
function PageButton({ word, isOff, onClick }: PageButtonProps) {
  return (
    <button
      type="button"
      className={classes.page}
      data-end
      aria-disabled={isOff}
      onClick={isOff ? undefined : onClick}
    >
      {word}
    </button>
  )
}

/** The page numbers to offer: `width` of them around `page`, all inside 1…`pages`. */
export function pageWindow(page: number, pages: number, width: number): number[] {
  const length = Math.min(width, pages)
  const centred = page - Math.floor(width / 2)
  const first = Math.max(1, Math.min(centred, pages - length + 1))
  return Array.from({ length }, (_, index) => first + index)
}
