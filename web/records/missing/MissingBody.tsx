import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/VisuallyHidden.css'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import type { Missing } from '#contract/records.ts'
import { findRows } from '../../ui/list/arrangeRows.ts'
import { ListEmpty } from '../../ui/list/ListEmpty.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import type { RecordKind } from '../recordKinds.ts'
import { arrangeMissing } from './arrangeMissing.ts'

type MissingBodyProps = {
  shown: ReturnType<typeof useFoundMissing>
  isAnswered: boolean
  error: Error | null
  /** The message where nothing is missing. */
  nothing: string
  onRetry: () => void
  onClearSearch: () => void
  children: ReactNode
}

/** The students of whom something is missing, or why there are none. */
export function MissingBody(props: MissingBodyProps) {
  const { shown, isAnswered, error, nothing, onRetry, onClearSearch, children } = props
  if (error && !isAnswered) return <LoadFailure error={error} onRetry={onRetry} />
  if (!isAnswered) return <VisuallyHidden component="output">Loading the students</VisuallyHidden>
  if (shown.total === 0) return <Message tone="good">{nothing}</Message>
  if (shown.found.length > 0) return children
  return (
    <ListEmpty
      icon={IconSearchOff}
      title={`No students match “${shown.search}”`}
      hint="Check the spelling, or search by ref."
    >
      <Button variant="default" onClick={onClearSearch}>
        Clear search
      </Button>
    </ListEmpty>
  )
}

const NONE: Missing[] = []

/** The rows that a search finds, in order. Typing stays quick: the rows follow when they are drawn. */
export function useFoundMissing(rows: Missing[] | undefined, kinds: RecordKind[], typed: string) {
  const search = useDeferredValue(typed)
  const arranged = useMemo(() => arrangeMissing(rows ?? NONE, kinds), [rows, kinds])
  const found = useMemo(() => findRows(arranged, search).map(({ row }) => row), [arranged, search])
  return { found, total: arranged.length, search: search.trim() }
}
