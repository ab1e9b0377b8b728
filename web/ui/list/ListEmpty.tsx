import { Box, Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StatementMark } from '../Message.tsx'
import classes from './ListEmpty.module.css'

type ListEmptyProps = {
  icon: TablerIcon
  title: string
  hint: string
  /** A button for the next step. */
  children?: ReactNode
}

/** Shown in place of rows: an empty page of the exercise book, and the reason. */
export function ListEmpty({ icon, title, hint, children }: ListEmptyProps) {
  return (
    <div className={classes.empty}>
      <div className={classes.page}>
        <StatementMark Icon={icon} tone="primary" />
      </div>
      <div>
        <Box component="h2" className="el-break" fz="1.125rem" lh="h3" fw={600}>
          {title}
        </Box>
        <Text size="body" c="gray" m="2px 0 14px">
          {hint}
        </Text>
        {children && <div ref={focusSearchAfter}>{children}</div>}
      </div>
    </div>
  )
}

/** The pressed button disappears together with the reason: the search of the list gets its focus. */
function focusSearchAfter(actions: HTMLElement | null) {
  const places = ['section', 'main'].map((place) => actions?.closest(place))
  return () => {
    if (!actions?.contains(document.activeElement)) return
    // On a phone the search may be above the list.
    const searches = places.map((place) => place?.querySelector<HTMLElement>('input[type="search"]'))
    searches.find(Boolean)?.focus()
  }
}
