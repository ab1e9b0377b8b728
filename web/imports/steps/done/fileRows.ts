import type { QueueEntry, StudentFile } from '../../../uploads/QueueItem.ts'
import { percentOf } from '../../../uploads/stateWords.ts'
import type { StatusLook } from '../../../ui/StatusBadge.tsx'
import type { DroppedFile } from './droppedFiles.ts'

/** The row of a file. */
export type FileRow = {
  key: string
  name: string
  as: StudentFile
  student_id: number | undefined
  look: StatusLook
  /** The progress of the upload, during it. */
  percent?: number
  /** The reason of a refusal, or what to do. */
  note?: string
  /** The file, if the queue does not have it yet. */
  dropped?: DroppedFile
  /** Whether the user has to do something. */
  isOpen: boolean
  isAdded: boolean
}

const looks = {
  added: { word: 'Added', tone: 'green', shape: 'circledTick' },
  waiting: { word: 'Waiting', tone: 'grey', shape: 'dashedRing' },
  offline: { word: 'No network yet', tone: 'amber', shape: 'dashedRing' },
  noMatch: { word: 'No match', tone: 'amber', shape: 'ring' },
  taken: { word: 'Has one', tone: 'amber', shape: 'triangle' },
  refused: { word: 'Refused', tone: 'red', shape: 'square' },
  lost: { word: 'Not found', tone: 'red', shape: 'square' },
} as const satisfies Record<string, StatusLook>

export function rowOfDropped(dropped: DroppedFile): FileRow {
  const { key, file, as, student_id, state } = dropped
  const row = {
    key,
    name: file.name,
    as,
    student_id,
    dropped,
    isAdded: false,
    isOpen: state.is !== 'waiting',
  }
  if (state.is === 'open') {
    const { length } = state.fits
    return { ...row, look: length > 0 ? { ...looks.taken, word: `${length} matches` } : looks.noMatch }
  }
  if (state.is === 'refused') return { ...row, look: looks.refused, note: state.message }
  return { ...row, look: looks[state.is] }
}

export function rowOfSent({ item, state }: QueueEntry): FileRow {
  const { key, title: name, student_id, imported } = item
  const row = {
    key,
    name,
    as: imported?.as ?? 'picture',
    student_id,
    isAdded: state.is === 'safe',
    isOpen: false,
  }
  if (state.is === 'safe') return { ...row, look: looks.added }
  if (state.is === 'refused') return { ...row, look: looks.refused, note: state.message, isOpen: true }
  if (state.is === 'missing')
    return { ...row, look: looks.lost, note: 'Remove it here, and drop it again.', isOpen: true }
  if (state.is === 'pausing' && state.isOffline) return { ...row, look: looks.offline }
  const percent = state.is === 'sending' ? percentOf(state.share) : state.is === 'checking' ? 100 : undefined
  return { ...row, look: looks.waiting, ...(percent !== undefined && { percent }) }
}

/** The rows shown at first: the next files to be added, and those that need a choice. */
export function firstRows(
  sent: FileRow[],
  dropped: FileRow[],
  { latest, open }: { latest: number; open: number },
) {
  const all = [...sent, ...dropped]
  const moving = all.filter(({ isOpen }) => !isOpen)
  const next = moving.findIndex(({ isAdded }) => !isAdded)
  const from = Math.max(0, Math.min(next < 0 ? moving.length : next - latest / 2, moving.length - latest))
  const waiting = all.filter(({ isOpen }) => isOpen)
  return {
    moving: moving.slice(from, from + latest),
    movingCount: moving.length,
    waiting: waiting.slice(0, open),
    waitingCount: waiting.length,
  }
}
