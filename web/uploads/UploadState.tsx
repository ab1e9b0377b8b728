import {
  IconAlertCircle,
  IconCircleCheck,
  IconClock,
  IconCloudUpload,
  IconFileSearch,
  IconFileUnknown,
  IconShieldCheck,
  IconWifiOff,
  type TablerIcon,
} from '@tabler/icons-react'
import type { StatusTone } from '../ui/StatusBadge.tsx'
import type { ItemState, QueueEntry } from './QueueItem.ts'
import { stateWords } from './stateWords.ts'
import classes from './UploadState.module.css'

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

const tones: { [is in ItemState['is']]?: StatusTone } = {
  pausing: 'amber',
  safe: 'green',
  refused: 'red',
  missing: 'amber',
}

/** The state of an upload, as an icon and in words. */
export function UploadState({ entry }: { entry: QueueEntry }) {
  const { state } = entry
  const Icon = state.is === 'pausing' && !state.isOffline ? IconClock : icons[state.is]
  return (
    <span className={classes.state} data-tone={tones[state.is]}>
      <Icon size={16} aria-hidden />
      <span>{stateWords(entry)}</span>
    </span>
  )
}
