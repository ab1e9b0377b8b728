import { Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { LetterOf } from '../letters/letterApi.ts'
import { LetterView } from '../letters/LetterView.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { SearchBox } from '../ui/list/SearchBox.tsx'
import { useMore } from '../ui/list/useMore.tsx'
import { useWidth } from '../ui/useIsPhone.ts'
import classes from './Send.module.css'

export type LetterRow = {
  supporter_id: number
  name: string
  email: string
  /** Its students; or its problem. */
  about: string
  hasProblem?: boolean
  /** At the end of the row. */
  aside: ReactNode
  of: LetterOf
}

type SendPanesProps = {
  /** The supporter whose letter is shown. */
  chosen: number | undefined
  onChoose: (supporter_id: number | undefined) => void
  /** Above the list. */
  children: ReactNode
  title: string
  /** Beside the title. */
  hint: ReactNode
  /** Undefined until they are loaded. */
  rows: LetterRow[] | undefined
  search: string
  onSearch: (search: string) => void
}

/** The number of rows rendered at first, because there may be thousands. */
const AT_ONCE = 100

/** The letters of a send, and one of them: beside the list, or in its row where there is no room. */
export function SendPanes(props: SendPanesProps) {
  const { chosen, onChoose, children, title, hint, rows = [], search, onSearch } = props
  const isNarrow = useWidth('(max-width: 63.99em), (max-height: 31.24em)')
  const [shown, more] = useMore(rows, { first: AT_ONCE })
  const open = rows.find(({ supporter_id }) => supporter_id === chosen) ?? (isNarrow ? undefined : rows[0])
  const index = open ? rows.indexOf(open) : -1
  const goTo = (next: number) => onChoose(rows[next]?.supporter_id)
  return (
    <div className={classes.panes}>
      <div className={classes.left}>
        {children}
        {props.rows && (
          <div className={classes.heading}>
            <Text component="h3" id="letters-of-send" className="el-h3" fw={700}>
              {title}
            </Text>
            <output className="el-ink-2 el-numbers">{hint}</output>
            <SearchBox
              className={classes.search}
              search={search}
              onSearch={onSearch}
              label="Supporter or student"
            />
          </div>
        )}
        {search.trim() !== '' && rows.length === 0 && <p>No letter matches “{search.trim()}”.</p>}
        {rows.length > 0 && (
          <ul className={`el-frame el-ruled ${classes.letters}`} aria-labelledby="letters-of-send">
            {shown.map((row) => {
              const isOpen = row === open
              return (
                <li key={row.supporter_id} data-open={isOpen || undefined}>
                  <button
                    type="button"
                    className={classes.row}
                    aria-current={isNarrow ? undefined : isOpen}
                    aria-expanded={isNarrow ? isOpen : undefined}
                    onClick={() => onChoose(isNarrow && isOpen ? undefined : row.supporter_id)}
                  >
                    <span className="el-grow">
                      <span className={classes.name}>{row.name}</span>
                      <span className={classes.about} data-problem={row.hasProblem}>
                        {row.about}
                      </span>
                    </span>
                    <span className={classes.aside}>{row.aside}</span>
                  </button>
                  {isNarrow && isOpen && (
                    <LetterView of={row.of} name={row.name}>
                      <span className="el-break">{row.email}</span>
                    </LetterView>
                  )}
                </li>
              )
            })}
          </ul>
        )}
        {more}
      </div>
      {!isNarrow && open && (
        <div className={classes.right}>
          <LetterView
            key={open.supporter_id}
            of={open.of}
            name={open.name}
            tools={
              <>
                <IconButton
                  icon={IconChevronLeft}
                  label="Letter before this one"
                  reason={index === 0 ? 'This is the first' : undefined}
                  onClick={() => goTo(index - 1)}
                />
                <span className={classes.position}>
                  {index + 1} of {rows.length}
                </span>
                <IconButton
                  icon={IconChevronRight}
                  label="Next letter"
                  reason={index === rows.length - 1 ? 'This is the last' : undefined}
                  onClick={() => goTo(index + 1)}
                />
              </>
            }
          >
            <span className={classes.to}>
              To <strong className="el-strong">{open.name}</strong>, {open.email}
            </span>
          </LetterView>
        </div>
      )}
    </div>
  )
}
