import {
  IconAlertCircle,
  IconCircleCheck,
  IconClock,
  IconCloudUpload,
  IconFileSearch,
  IconFileUnknown,
  IconRefresh,
  IconShieldCheck,
  IconWifiOff,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { FilePreview, ProgressBar } from '../../ui/file/FilePreview.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import type { GalleryQueue } from './galleryQueue.ts'
import type { ItemState, QueueEntry } from './QueueItem.ts'
import { percentOf, stateWords } from './stateWords.ts'
import classes from './UploadRow.module.css'

const icons: Record<ItemState['is'], TablerIcon> = {
  waiting: IconClock,
  pausing: IconWifiOff,
  preparing: IconFileSearch,
  sending: IconCloudUpload,
  checking: IconShieldCheck,
  safe: IconCircleCheck,
  refused: IconAlertCircle,
  missing: IconFileUnknown,
}

type UploadRowProps = { entry: QueueEntry; queue: GalleryQueue; onCancel: () => void }

/** One picture or film: whose it is, how far it is, and what can be done about it. */
export function UploadRow({ entry, queue, onCancel }: UploadRowProps) {
  const row = useRef<HTMLLIElement>(null)
  const { item, state, file } = entry
  const { key, title, student } = item
  const Icon = state.is === 'pausing' && !state.isOffline ? IconClock : icons[state.is]
  return (
    <li ref={row} className={classes.row}>
      <span className={classes.preview}>
        {file ? <FilePreview file={file} /> : <IconFileUnknown size={24} stroke={1.75} aria-hidden />}
      </span>
      <div className={classes.facts}>
        <span className={classes.title}>{title}</span>
        <span className={classes.student}>{student}</span>
        <span className={classes.state} data-state={state.is}>
          <Icon size={16} stroke={1.75} aria-hidden />
          <span>{stateWords(entry)}</span>
        </span>
        {'share' in state && <ProgressBar label={`Uploading ${title}`} percent={percentOf(state.share)} />}
        {state.is === 'missing' && <ChooseAgain entry={entry} queue={queue} />}
      </div>
      {(state.is === 'refused' || state.is === 'pausing') && (
        <IconButton
          icon={IconRefresh}
          label={`Try ${title} again`}
          onClick={() => {
            queue.retry(key)
            // This button goes.
            row.current?.querySelector<HTMLElement>(':scope > button:last-of-type')?.focus()
          }}
        />
      )}
      {state.is !== 'safe' && <IconButton icon={IconX} label={`Cancel ${title}`} onClick={onCancel} />}
    </li>
  )
}

function ChooseAgain({ entry: { item }, queue }: { entry: QueueEntry; queue: GalleryQueue }) {
  const picker = useRef<HTMLInputElement>(null)
  const [isOther, setIsOther] = useState(false)
  const choose = async (file: File | undefined) => file && setIsOther(!(await queue.choose(item.key, file)))
  return (
    <>
      <button type="button" className={classes.choose} onClick={() => picker.current?.click()}>
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
        <span className={classes.other} role="alert">
          This is not the file that was chosen before.
        </span>
      )}
    </>
  )
}
