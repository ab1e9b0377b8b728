import { useWindowEvent } from '@mantine/hooks'
import { IconMovie, IconPhotoOff, type TablerIcon } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import type { Media } from '#contract/gallery.ts'
import classes from './MediaTile.module.css'

/** As wide as the style sheet makes a tile: on a common screen the small picture is enough. */
const SIZES = '(max-width: 47.99em) calc(100vw - 34px), (max-width: 61.99em) calc(50vw - 33px), 428px'

/** A picture, or the poster of a film, in the place that it has before it comes. */
export function TilePicture({ media }: { media: Media }) {
  const { thumb_path, medium_path, title, width, height } = media
  const [isLost, setIsLost] = useState(false)
  // What did not come may come with the connection.
  useWindowEvent('online', () => setIsLost(false))
  if (!thumb_path) return <Blank icon={IconMovie} />

  const style = width && height ? ({ '--ratio': `${width} / ${height}` } as CSSProperties) : undefined
  if (isLost) return <Blank icon={IconPhotoOff} style={style} />
  return (
    <img
      className={classes.picture}
      src={thumb_path}
      // By the longer side, which is what they are made by: a tall one would else always come in the larger size.
      srcSet={medium_path ? `${thumb_path} 480w, ${medium_path} 960w` : undefined}
      sizes={SIZES}
      style={style}
      width={width ?? undefined}
      height={height ?? undefined}
      alt={title}
      loading="lazy"
      decoding="async"
      onError={() => setIsLost(true)}
    />
  )
}

const Blank = ({ icon: Icon, style }: { icon: TablerIcon; style?: CSSProperties | undefined }) => (
  <span className={classes.blank} style={style}>
    <Icon size={48} stroke={1.25} aria-hidden />
  </span>
)
