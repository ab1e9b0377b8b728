import { Box, VisuallyHidden } from '@mantine/core'
import classes from './Journey.module.css'

const TILES = 6

/** The shape of a gallery, while its code or its pictures load. */
export const JourneySkeleton = () => (
  <>
    <VisuallyHidden component="output">Loading the gallery</VisuallyHidden>
    <div aria-hidden>
      <Box h="var(--el-lh-h1)" maw={560} mb={20} bg="var(--el-grey-soft)" bdrs="xs" />
      <div className={`${classes.tiles} ${classes.skeleton}`}>
        {Array.from({ length: TILES }, (_, tile) => (
          <span key={tile} />
        ))}
      </div>
    </div>
  </>
)
