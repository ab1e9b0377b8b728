import { VisuallyHidden } from '@mantine/core'
import classes from './JourneySkeleton.module.css'
import tiles from './Tiles.module.css'

const TILES = 6

/** The shape of a gallery, while its code or its pictures load. */
export const JourneySkeleton = () => (
  <>
    <VisuallyHidden component="output">Loading the gallery</VisuallyHidden>
    <div aria-hidden>
      <div className={classes.title} />
      <div className={tiles.tiles}>
        {Array.from({ length: TILES }, (_, tile) => (
          <span key={tile} className={classes.tile} />
        ))}
      </div>
    </div>
  </>
)
