import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import { IconPencil, IconPlayerPlayFilled, IconTrash } from '@tabler/icons-react'
import type { Media } from '#contract/gallery.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { lengthOf } from './mediaWords.ts'
import classes from './MediaTile.module.css'
import { TilePicture } from './TilePicture.tsx'
import { tileId } from './useFocusOfTile.ts'

/** What can be done with a tile, as far as this user may. */
export type TileDeeds = {
  onOpen: (id: number) => void
  onEdit: ((media: Media) => void) | undefined
  onDelete: ((media: Media) => void) | undefined
}

/** One picture or film of the grid, with what it shows in words. */
export function MediaTile({ media, onOpen, onEdit, onDelete }: { media: Media } & TileDeeds) {
  const { id, title, description, type, duration } = media
  return (
    <figure className={classes.tile}>
      <button
        id={tileId(id)}
        type="button"
        className={classes.open}
        aria-label={`Open ${title}`}
        onClick={() => onOpen(id)}
      >
        <TilePicture media={media} />
      </button>
      {type === 'video' && (
        <span className={classes.length}>
          <IconPlayerPlayFilled size={16} aria-hidden />
          <VisuallyHidden>Video</VisuallyHidden>
          {duration !== null && lengthOf(duration)}
        </span>
      )}
      <figcaption className={classes.caption}>
        <b>{title}</b>
        <span>{description}</span>
      </figcaption>
      {(onEdit ?? onDelete) && (
        <div className={classes.actions}>
          {onEdit && <IconButton icon={IconPencil} label={`Edit ${title}`} onClick={() => onEdit(media)} />}
          {onDelete && (
            <IconButton icon={IconTrash} label={`Delete ${title}`} isDanger onClick={() => onDelete(media)} />
          )}
        </div>
      )}
    </figure>
  )
}
