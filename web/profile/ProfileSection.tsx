import { Group } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './Profile.module.css'

type ProfileSectionProps = {
  title: ReactNode
  /** Shown under the title, such as the year. */
  subtitle?: ReactNode
  /** Controls right of the title, such as the years to choose from. */
  tools?: ReactNode
  /** Whether its content, such as a table, reaches from edge to edge. */
  isFull?: boolean
  children?: ReactNode
}

/** One card on the right of a profile. */
export function ProfileSection({ title, subtitle, tools, isFull = false, children }: ProfileSectionProps) {
  const id = useId()
  return (
    <section className={`el-card ${classes.section}`} aria-labelledby={id} data-full={isFull || undefined}>
      <Group className={classes.sectionHead ?? ''} justify="space-between" gap="var(--el-s2) var(--el-s4)">
        <div>
          <h2 id={id} className="el-h2">
            {title}
          </h2>
          {subtitle && <p className="el-ui el-ink-2">{subtitle}</p>}
        </div>
        <Group className={classes.tools ?? ''} gap="s3" wrap="nowrap">
          {tools}
        </Group>
      </Group>
      {children}
    </section>
  )
}
