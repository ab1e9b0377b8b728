import { Box, Group } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Children, type ReactNode } from 'react'
import type { RowAction } from '../IconButton.tsx'
import classes from './ListCard.module.css'

/** A long value may take both columns. */
type Fact = { label: string; value: ReactNode; isWide?: boolean }

type ListCardProps = {
  /** A photo. */
  image?: ReactNode
  title: ReactNode
  /** Short lines under the title. */
  lines: ReactNode[]
  badge?: ReactNode
  /** Facts in two columns, or in three if they are short, each under its own small label. */
  facts?: Fact[]
  hasShortFacts?: boolean
  /** Details of the row while it is open. */
  children?: ReactNode
  /** Why some actions are missing. */
  why?: string | undefined
  isInactive?: boolean
  /** Unavailable actions are not shown. */
  actions: RowAction[]
  /** The first action has a line of its own, because three long ones do not fit in one line. */
  hasWideFirst?: boolean
}

/** A row on a phone: its title and status, its facts, and its actions with labels. */
export function ListCard({
  image,
  title,
  lines,
  badge,
  facts,
  hasShortFacts = false,
  children,
  why,
  isInactive = false,
  actions,
  hasWideFirst = false,
}: ListCardProps) {
  const possible = actions.filter(({ reason }) => reason === undefined)
  return (
    <article className={`el-card ${classes.card}`} data-inactive={isInactive}>
      <header className={classes.head}>
        {image}
        <Box flex="1 1 130px" miw="min-content">
          <h2>{title}</h2>
          {Children.map(lines, (line) => (
            <p className={classes.line}>{line}</p>
          ))}
        </Box>
        {badge}
      </header>
      {facts && (
        <dl className={classes.facts} data-short={hasShortFacts}>
          {facts.map(({ label, value, isWide = false }) => (
            <div key={label} data-wide={isWide}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
      {why && (
        <Group fz="sm" lh="cap" c="gray" gap={6} wrap="nowrap" m="0 12px 12px">
          <IconLock size={16} aria-hidden />
          {why}
        </Group>
      )}
      {possible.length > 0 && <CardActions actions={possible} hasWideFirst={hasWideFirst} />}
    </article>
  )
}

function CardActions({ actions, hasWideFirst }: { actions: RowAction[]; hasWideFirst: boolean }) {
  return (
    <div
      className={classes.actions}
      data-many={actions.length > 3}
      data-wide-first={hasWideFirst}
      data-screen-only
    >
      {/* The index is the key, so that Deactivate keeps the focus when it becomes Activate. */}
      {Object.entries(actions).map(([index, { icon: Icon, word, label, onClick, ...look }]) => (
        <button
          key={index}
          type="button"
          className={classes.action}
          aria-label={label}
          data-danger={look.isDanger}
          data-primary={look.isPrimary}
          onClick={onClick}
        >
          <Icon size={20} aria-hidden />
          {word}
        </button>
      ))}
    </div>
  )
}
