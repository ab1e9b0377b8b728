import type { QueueEntry, StudentFile } from '../../../uploads/QueueItem.ts'
import { percentOf } from '../../../uploads/stateWords.ts'
import type { StatusLook } from '../../../ui/StatusBadge.tsx'

/** A dropped file that the upload queue does not have yet. */
export type DroppedFile = {
  item: {
    key: string
    title: string
    /** The student, once known. */
    student_id?: number | undefined
    imported: { id: number; as: StudentFile }
  }
  file: File
  state:
    | { is: 'waiting' }
    /** The matching students: none, or several. */
    | { is: 'open'; fits: readonly number[] }
    /** The student has such a file already. */
    | { is: 'taken' }
    | { is: 'refused'; message: string }
}

export type ImportFile = DroppedFile | QueueEntry
type FileState = ImportFile['state']

export const isQueued = (file: ImportFile): file is QueueEntry => 'isStored' in file

const waiting: StatusLook = { word: 'Waiting', tone: 'grey', shape: 'dashedRing' }
const looks: Record<FileState['is'], StatusLook> = {
  waiting,
  preparing: waiting,
  sending: waiting,
  checking: waiting,
  pausing: { word: 'No network yet', tone: 'amber', shape: 'dashedRing' },
  safe: { word: 'Added', tone: 'green', shape: 'circledTick' },
  open: { word: 'No match', tone: 'amber', shape: 'ring' },
  taken: { word: 'Has one', tone: 'amber', shape: 'triangle' },
  refused: { word: 'Refused', tone: 'red', shape: 'square' },
  missing: { word: 'Not found', tone: 'red', shape: 'square' },
}

export function badgeOf(state: FileState): StatusLook {
  if (state.is === 'open' && state.fits.length > 0)
    return { ...looks.taken, word: `${state.fits.length} matches` }
  return state.is === 'pausing' && !state.isOffline ? waiting : looks[state.is]
}

/** The progress of the upload, during it. */
export const shownPercent = (state: FileState) =>
  state.is === 'sending' ? percentOf(state.share) : state.is === 'checking' ? 100 : undefined

/** Why a file cannot be sent. */
export const problemOf = (state: FileState) =>
  state.is === 'refused'
    ? state.message
    : state.is === 'missing'
      ? 'Remove it here, and drop it again.'
      : undefined

/** Whether the user has to choose something for a file, or to remove it. */
export const isOpen = ({ state }: ImportFile) => ['open', 'taken', 'refused', 'missing'].includes(state.is)

/** The files shown at first: the next ones to be added, and those that need a choice. */
export function firstFiles(all: readonly ImportFile[], { latest, open }: { latest: number; open: number }) {
  const moving = all.filter((file) => !isOpen(file))
  const next = moving.findIndex(({ state }) => state.is !== 'safe')
  const from = Math.max(0, Math.min(next < 0 ? moving.length : next - latest / 2, moving.length - latest))
  const choices = all.filter(isOpen)
  return {
    moving: moving.slice(from, from + latest),
    movingCount: moving.length,
    waiting: choices.slice(0, open),
    waitingCount: choices.length,
  }
}
