import { Group, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconCircleDashed, IconPencil, IconX } from '@tabler/icons-react'
import { Fragment, type ReactNode, useRef, useSyncExternalStore } from 'react'
import { FilePreview } from '../../ui/file/FilePreview.tsx'
import { useRowKeys } from '../../ui/form/useRowKeys.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { plural } from '../../ui/plural.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import type { QueueEntry } from '../../uploads/QueueItem.ts'
import { percentOf, trayWords } from '../../uploads/stateWords.ts'
import { useUploadQueue } from '../../uploads/uploadQueue.ts'
import { UploadState } from '../../uploads/UploadState.tsx'
import classes from './AddMediaModal.module.css'
import { hasOwnWords, type MediaRow, type MediaValues } from './mediaForm.ts'

/** The columns on a phone, where the panel of a file opens below its row. */
const PHONE_COLUMNS = 3

type MediaGridProps = {
  form: UseFormReturnType<MediaValues>
  /** The keys of the files in the queue, once saved. */
  queued: string[]
  /** The index of the file whose own title is shown. */
  open: number
  onOpen: (file: File | undefined) => void
  /** The panel of the open file, where it opens below its row. */
  panel: ReactNode
}

/** The chosen files, each with its state. */
export function MediaGrid({ form, queued, open, onOpen, panel }: MediaGridProps) {
  const { media } = form.values
  const { keys, dropKey } = useRowKeys(media.length)
  const list = useRef<HTMLUListElement>(null)
  const queue = useUploadQueue()
  const entries = useSyncExternalStore(queue.subscribe, queue.entries)
  const saved = queued.map((key) => entries.find(({ item }) => item.key === key))
  const known = saved.filter((entry) => entry !== undefined)
  const lastOfRow = Math.min(media.length - 1, open - (open % PHONE_COLUMNS) + PHONE_COLUMNS - 1)
  const remove = (index: number) => {
    dropKey(index)
    form.removeListItem('media', index)
    // The focused button was removed with its file, so the focus moves to the file input.
    list.current?.closest('fieldset')?.querySelector<HTMLInputElement>('input[type="file"]')?.focus()
  }
  return (
    <div className={classes.files}>
      <Group gap="0 10px" align="baseline" mb="s2">
        <h3 className="el-h3 el-strong">{countOf(media)}</h3>
        <Text span inherit fz="sm" c="dimmed">
          {known.length > 0 && trayWords(known)}
        </Text>
      </Group>
      <ul ref={list} className={classes.list}>
        {media.map((row, index) => (
          <Fragment key={keys[index]}>
            <MediaCell
              row={row}
              entry={saved[index]}
              isOpen={index === open}
              mayHaveOwn={media.length > 1 || hasOwnWords(row)}
              onOpen={() => onOpen(index === open ? undefined : row.file)}
              onRemove={() => remove(index)}
            />
            {panel && index === lastOfRow && <li className={classes.wide}>{panel}</li>}
          </Fragment>
        ))}
      </ul>
    </div>
  )
}

/** `11 photos, 1 video` */
function countOf(media: readonly MediaRow[]): string {
  const films = media.filter(({ file }) => file.type.startsWith('video/')).length
  const photos = media.length - films
  return [photos && plural(photos, 'photo'), films && plural(films, 'video')].filter(Boolean).join(', ')
}

type MediaCellProps = {
  row: MediaRow
  entry: QueueEntry | undefined
  isOpen: boolean
  /** A single file has no title of its own: the title for all is its title. */
  mayHaveOwn: boolean
  onOpen: () => void
  onRemove: () => void
}

function MediaCell({ row, entry, isOpen, mayHaveOwn, onOpen, onRemove }: MediaCellProps) {
  const { name } = row.file
  return (
    <li aria-label={name} data-open={isOpen || undefined}>
      <div className={classes.thumb}>
        <FilePreview file={row.file} />
        <span className={classes.remove}>
          <IconButton icon={IconX} label={`Remove ${name}`} onClick={onRemove} />
        </span>
        {entry && 'share' in entry.state && (
          <span className={classes.bar}>
            <ProgressBar label={`Uploading ${name}`} percent={percentOf(entry.state.share)} />
          </span>
        )}
      </div>
      <div className={classes.under}>
        {entry ? (
          <UploadState entry={entry} />
        ) : (
          <Group gap={6} wrap="nowrap" className="el-sm el-ink-2">
            <IconCircleDashed size={16} aria-hidden />
            Ready
          </Group>
        )}
        {mayHaveOwn && !entry && (
          <button
            type="button"
            className={classes.own}
            aria-label={`Own title of ${name}`}
            aria-expanded={isOpen}
            data-has-own={hasOwnWords(row) || undefined}
            onClick={onOpen}
          >
            <IconPencil size={16} aria-hidden />
            Own title
          </button>
        )}
      </div>
    </li>
  )
}
