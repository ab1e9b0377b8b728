import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/VisuallyHidden.css'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ListEmpty } from '../../ui/list/ListEmpty.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import type { useFoundGaps } from './useFoundGaps.ts'

type GapBodyProps = {
  shown: ReturnType<typeof useFoundGaps>
  isAnswered: boolean
  error: Error | null
  /** What is said where nobody lacks anything. */
  nothing: string
  onRetry: () => void
  onClearSearch: () => void
  children: ReactNode
}

/** The students of whom something is missing, or why there are none. */
export function GapBody(props: GapBodyProps) {
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
