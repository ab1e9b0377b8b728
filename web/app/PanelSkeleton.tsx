import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import { PageHead } from '../ui/PageHead.tsx'
import type { Panel } from './panels.tsx'
import classes from './PanelSkeleton.module.css'

type PanelSkeletonProps = Pick<Panel, 'title' | 'heading'>

const BARS = ['58%', '72%', '50%', '66%', '80%']

/** Holds a panel's place while its code is on the way: still bars, which do not flicker. */
export const PanelSkeleton = ({ title, heading = title }: PanelSkeletonProps) => (
  <>
    {heading && <PageHead title={heading} />}
    <VisuallyHidden component="output">Loading {title}</VisuallyHidden>
    <div className={classes.card} aria-hidden>
      {BARS.map((width) => (
        <span key={width} className={classes.bar} style={{ width }} />
      ))}
    </div>
  </>
)
