import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/VisuallyHidden.css'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconNotebook, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ListColumn } from './ListColumn.ts'
import { ListEmpty } from './ListEmpty.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import type { ListRows } from './useListRows.ts'

type ListBodyProps<Row> = {
  list: ListRows<Row>
  columns: ListColumn<Row>[]
  size: number
  isPhone: boolean
  noun: string
  noMatchHint: string
  emptyHint: string
  onClearSearch: () => void
  /** The drawn rows, shown when there are any. */
  children: ReactNode
}

/** What stands between toolbar and pager: the rows, or why there are none. */
export function ListBody<Row>(props: ListBodyProps<Row>) {
  const { list, columns, size, isPhone, noun, noMatchHint, emptyHint, onClearSearch, children } = props
  const search = list.search.trim()
  if (!list.isAnswered)
    return (
      <>
        <VisuallyHidden component="output">Loading {noun}</VisuallyHidden>
        <ListSkeleton columns={columns} rows={Math.min(size, 10)} isPhone={isPhone} />
      </>
    )
  if (list.total > 0) return children
  if (search)
    return (
      <ListEmpty icon={IconSearchOff} title={`No ${noun} match “${search}”`} hint={noMatchHint}>
        <Button variant="default" onClick={onClearSearch}>
          Clear search
        </Button>
      </ListEmpty>
    )
  return <ListEmpty icon={IconNotebook} title={`No ${noun} yet`} hint={emptyHint} />
}
