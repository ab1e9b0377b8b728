import { Group, SimpleGrid, VisuallyHidden } from '@mantine/core'
import {
  IconMovie,
  IconPencil,
  IconPhotoOff,
  IconPlayerPlayFilled,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import { useWindowEvent } from '@mantine/hooks'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import type { Media } from '#contract/gallery.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import classes from './Journey.module.css'
import { lengthOf, yearOf } from './mediaWords.ts'

export const Tiles = ({ gallery, ...does }: { gallery: Media[] } & TileActions) => (
  <SimpleGrid component="ul" cols={{ base: 1, sm: 2, md: 3 }} spacing={{ base: 14, sm: 18 }}>
    {gallery.map((media) => (
      <li key={media.id}>
        <MediaTile media={media} {...does} />
      </li>
    ))}
  </SimpleGrid>
)

/** What this user may do with a tile. */
type TileActions = {
  onOpen: (id: number) => void
  onEdit: ((media: Media) => void) | undefined
  onDelete: ((media: Media) => void) | undefined
}

/** One picture or film of the grid, with its year, title and description. */
function MediaTile({ media, onOpen, onEdit, onDelete }: { media: Media } & TileActions) {
  const { id, title, description, type, duration } = media
  return (
    <figure className={classes.tile}>
      <button
        id={tileId(id)}
        type="button"
        className={`el-plain ${classes.open}`}
        aria-label={`Open ${title}`}
        onClick={() => onOpen(id)}
      >
        <TilePicture media={media} />
      </button>
      <Group gap={6} className={`el-cap el-strong el-numbers ${classes.marks}`}>
        {type === 'video' && (
          <span>
            <IconPlayerPlayFilled size={16} aria-hidden />
            <VisuallyHidden>Video</VisuallyHidden>
            {duration !== null && lengthOf(duration)}
          </span>
        )}
        <span>{yearOf(media)}</span>
      </Group>
      <figcaption className={classes.caption}>
        <b>{title}</b>
        <span className="el-ui">{description}</span>
      </figcaption>
      {(onEdit ?? onDelete) && (
        <div className={`el-row ${classes.buttons}`} data-screen-only>
          {onEdit && <IconButton icon={IconPencil} label={`Edit ${title}`} onClick={() => onEdit(media)} />}
          {onDelete && (
            <IconButton icon={IconTrash} label={`Delete ${title}`} isDanger onClick={() => onDelete(media)} />
          )}
        </div>
      )}
    </figure>
  )
}

/** The widths that the style sheet gives a tile. With them, the browser loads the small picture on a common screen. */
const SIZES = '(max-width: 47.99em) calc(100vw - 34px), (max-width: 61.99em) calc(50vw - 33px), 428px'

/** A picture, or the poster of a film. Its space is reserved before it is loaded. */
function TilePicture({ media }: { media: Media }) {
  const { thumb_path, medium_path, title, width, height } = media
  const [isLost, setIsLost] = useState(false)
  // A picture that failed to load is tried again when the network is back.
  useWindowEvent('online', () => setIsLost(false))
  if (!thumb_path) return <Blank icon={IconMovie} />

  const style = width && height ? ({ '--ratio': `${width} / ${height}` } as CSSProperties) : undefined
  if (isLost) return <Blank icon={IconPhotoOff} style={style} />
  return (
    <img
      className={classes.picture}
      src={thumb_path}
      // The widths are those of the longer side, which the server limits. By its real width, a tall picture would
      // always load in the larger size.
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
  <span className={`el-centre el-ink-3 ${classes.picture}`} style={style}>
    <Icon size={48} aria-hidden />
  </span>
)

const tileId = (media: number) => `media-${media}`

/**
 * When the viewer or the deletion dialog closes, the focus moves to the tile of its last picture or film, or to the
 * nearest tile if that one was deleted.
 */
export function useFocusOfTile(about: number | undefined, gallery: Media[]): void {
  const last = useRef<{ about: number; order: number[]; isOpen: boolean }>(undefined)
  useEffect(() => {
    const order = gallery.map(({ id }) => id)
    if (about !== undefined) {
      // Does not update the order after a deletion, so that it still contains the neighbours of the deleted tile.
      if (order.includes(about)) last.current = { about, order, isOpen: true }
      return
    }
    const seen = last.current
    if (!seen) return
    const isGone = !order.includes(seen.about)
    // On a slow network the tile is removed after the dialog has closed, and the focus with it.
    if (seen.isOpen || (isGone && document.activeElement === document.body)) focusNear(seen)
    last.current = isGone ? undefined : { ...seen, isOpen: false }
  }, [about, gallery])
}

function focusNear({ about, order }: { about: number; order: number[] }): void {
  const at = order.indexOf(about)
  const near = [...order.slice(at), ...order.slice(0, at).toReversed()]
  const tiles = near.map((media) => document.getElementById(tileId(media)))
  const tile = tiles.find((element) => element !== null) ?? document.querySelector('main')
  // A button of this tile, such as Delete, may have the focus already.
  if (!tile?.parentElement?.contains(document.activeElement)) tile?.focus()
}
