import type { Media } from '#contract/gallery.ts'
import { MediaTile, type TileDeeds } from './MediaTile.tsx'
import classes from './Tiles.module.css'

export const Tiles = ({ media, ...does }: { media: Media[] } & TileDeeds) => (
  <ul className={classes.tiles}>
    {media.map((each) => (
      <li key={each.id}>
        <MediaTile media={each} {...does} />
      </li>
    ))}
  </ul>
)
