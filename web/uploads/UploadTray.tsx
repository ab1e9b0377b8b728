import { Box, Group, Text, VisuallyHidden } from '@mantine/core'
import {
  IconAlertCircle,
  IconChevronDown,
  IconCircleCheck,
  IconCloudUpload,
  IconFileUnknown,
  IconRefresh,
  IconX,
} from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { IconButton } from '../ui/IconButton.tsx'
import { FilePreview } from '../ui/file/FilePreview.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { useMore } from '../ui/list/useMore.tsx'
import type { UploadQueue } from './uploadQueue.ts'
import type { QueueEntry } from './QueueItem.ts'
import { isAllSafe } from './queueEntries.ts'
import { isOfGallery, needsUser, percentOf, trayWords } from './stateWords.ts'
import { UploadState } from './UploadState.tsx'
import classes from './UploadTray.module.css'

const FIRST_SHOWN = 50

/** The uploads to students, at the bottom of every screen: unfinished and finished ones. */
export function UploadTray({ queue, entries }: { queue: UploadQueue; entries: readonly QueueEntry[] }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const isDone = isAllSafe(entries)
  const isStuck = entries.some(needsUser)
  const Icon = isDone ? IconCircleCheck : isStuck ? IconAlertCircle : IconCloudUpload
  const words = trayWords(entries)
  const name = isOfGallery(entries) ? 'Gallery uploads' : 'Uploads'
  // An import adds hundreds, so items that need the user are listed first.
  const [shown, more] = useMore(
    entries.toSorted((a, b) => Number(needsUser(b)) - Number(needsUser(a))),
    { first: FIRST_SHOWN },
  )
  const toggle = useRef<HTMLButtonElement>(null)
  // The focused button is removed with its row, and the tray with its last row, so the focus moves.
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
      {/* Space, so that the end of a page can be scrolled clear of the tray. */}
      <Box h={68} data-screen-only />
      <section className={`el-card ${classes.tray}`} aria-label={name} data-screen-only>
        <VisuallyHidden component="output">{words}</VisuallyHidden>
        <Group gap={0} wrap="nowrap" flex="none" pr={6}>
          <button
            ref={toggle}
            type="button"
            className={`el-plain el-row ${classes.toggle}`}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Icon
              size={20}
              color={`var(--el-${isDone ? 'green' : isStuck ? 'red' : 'primary-ink'})`}
              aria-hidden
            />
            <span className="el-grow el-numbers">{words}</span>
            <VisuallyHidden>{name}</VisuallyHidden>
            <IconChevronDown size={18} aria-hidden />
          </button>
          {isDone && <IconButton icon={IconX} label={`Dismiss ${name.toLowerCase()}`} onClick={dismiss} />}
        </Group>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- finished uploads have no button, so the keyboard scrolls the list itself */}
        <ul id={id} className="el-scroll el-focus-in" hidden={!isOpen} tabIndex={isDone ? 0 : undefined}>
          {/* Rows are mounted only while the tray is open, because each loads its picture or film for a preview. */}
          {isOpen &&
            shown.map((entry) => (
              <UploadRow
                key={entry.item.key}
                entry={entry}
                queue={queue}
                onCancel={() => cancel(entry.item.key)}
              />
            ))}
          {isOpen && more && <li>{more}</li>}
        </ul>
      </section>
    </>
  )
}

const focusScreen = () => document.getElementById('content')?.focus({ preventScroll: true })

type UploadRowProps = { entry: QueueEntry; queue: UploadQueue; onCancel: () => void }

/** One picture or film: its student, its progress and its buttons. */
function UploadRow({ entry, queue, onCancel }: UploadRowProps) {
  const row = useRef<HTMLLIElement>(null)
  const { item, state, file } = entry
  const { key, title, student } = item
  return (
    <li ref={row} className={`el-line el-row el-ui ${classes.row}`}>
      <Box className="el-centre" w={48} h={48} flex="none">
        {file ? <FilePreview file={file} /> : <IconFileUnknown size={24} aria-hidden />}
      </Box>
      <div className="el-stack el-grow">
        <span className="el-clip el-strong">{title}</span>
        <span className="el-sm el-ink-3">{student}</span>
        <UploadState entry={entry} />
        {'share' in state && <ProgressBar label={`Uploading ${title}`} percent={percentOf(state.share)} />}
        {state.is === 'missing' && <ChooseAgain entry={entry} queue={queue} />}
      </div>
      {(state.is === 'refused' || state.is === 'pausing') && (
        <IconButton
          icon={IconRefresh}
          label={`Try ${title} again`}
          onClick={() => {
            queue.retry(key)
            // This button is removed, so the focus moves to Cancel.
            row.current?.querySelector<HTMLElement>(':scope > button:last-of-type')?.focus()
          }}
        />
      )}
      {state.is !== 'safe' && <IconButton icon={IconX} label={`Cancel ${title}`} onClick={onCancel} />}
    </li>
  )
}

function ChooseAgain({ entry: { item }, queue }: { entry: QueueEntry; queue: UploadQueue }) {
  const picker = useRef<HTMLInputElement>(null)
  const [isOther, setIsOther] = useState(false)
  const choose = async (file: File | undefined) => file && setIsOther(!(await queue.choose(item.key, file)))
  return (
    <>
      <button type="button" className={`el-link ${classes.choose}`} onClick={() => picker.current?.click()}>
        Choose {item.name}
      </button>
      <input
        hidden
        ref={picker}
        type="file"
        accept={item.type}
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      {isOther && (
        <Text span className="el-sm" c="var(--el-red)" role="alert">
          This is not the file that was chosen before.
        </Text>
      )}
    </>
  )
}
