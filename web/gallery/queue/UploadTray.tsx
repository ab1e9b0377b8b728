import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import {
  IconAlertCircle,
  IconChevronDown,
  IconCircleCheck,
  IconCloudUpload,
  IconX,
} from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'
import type { GalleryQueue } from './galleryQueue.ts'
import type { QueueEntry } from './QueueItem.ts'
import { isAllSafe } from './queueOrder.ts'
import { needsSomebody, trayWords } from './stateWords.ts'
import classes from './UploadTray.module.css'
import { UploadRow } from './UploadRow.tsx'

type UploadTrayProps = { queue: GalleryQueue; entries: readonly QueueEntry[] }

/** At the bottom of every screen: what is on its way into the galleries, and what has arrived. */
export function UploadTray({ queue, entries }: UploadTrayProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const isDone = isAllSafe(entries)
  const isStuck = entries.some(needsSomebody)
  const Icon = isDone ? IconCircleCheck : isStuck ? IconAlertCircle : IconCloudUpload
  const words = trayWords(entries)
  const toggle = useRef<HTMLButtonElement>(null)
  // What had the focus is gone with its row, and the tray with its last one.
  const cancel = (key: string) => {
    queue.cancel(key)
    if (entries.length > 1) toggle.current?.focus()
    else focusScreen()
  }
  const dismiss = () => {
    queue.clearSafe()
    focusScreen()
  }
  return (
    <>
      {/* So that the end of a page can be scrolled out from under the tray. */}
      <div className={classes.room} />
      <section className={classes.tray} aria-label="Gallery uploads">
        <VisuallyHidden component="output">{words}</VisuallyHidden>
        <div className={classes.head} data-tone={isDone ? 'good' : isStuck ? 'bad' : 'note'}>
          <button
            ref={toggle}
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Icon size={20} stroke={1.75} aria-hidden />
            <span className={classes.words}>{words}</span>
            <VisuallyHidden>Gallery uploads</VisuallyHidden>
            <IconChevronDown className={classes.chevron} size={18} stroke={1.75} aria-hidden />
          </button>
          {isDone && <IconButton icon={IconX} label="Dismiss gallery uploads" onClick={dismiss} />}
        </div>
        <ul id={id} className={classes.rows} hidden={!isOpen}>
          {/* Each has a picture or a film that is loaded to be shown. */}
          {isOpen &&
            entries.map((entry) => (
              <UploadRow
                key={entry.item.key}
                entry={entry}
                queue={queue}
                onCancel={() => cancel(entry.item.key)}
              />
            ))}
        </ul>
      </section>
    </>
  )
}

const focusScreen = () => document.getElementById('content')?.focus({ preventScroll: true })
