import type { StudentFile } from '../../gallery/queue/QueueItem.ts'

/** A dropped file that the queue does not have yet. */
export type DroppedFile = {
  key: string
  file: File
  as: StudentFile
  /** Whose it is, once that is known. */
  student_id?: number | undefined
  state:
    | { is: 'waiting' }
    /** These students fit; none, or several. */
    | { is: 'open'; fits: readonly number[] }
    /** The student has such a file already. */
    | { is: 'taken' }
    | { is: 'refused'; message: string }
}

export type DroppedFiles = ReturnType<typeof createDroppedFiles>

/** Keeps such files by import, also while other screens are looked at. */
export function createDroppedFiles() {
  const all = new Map<number, readonly DroppedFile[]>()
  const listeners = new Set<() => void>()
  return {
    of: (importId: number) => all.get(importId) ?? none,
    /** Whether one of them would be lost with the page. */
    isAnyOpen: () => [...all.values()].flat().some(({ state }) => state.is !== 'refused'),
    change(importId: number, change: (files: readonly DroppedFile[]) => readonly DroppedFile[]) {
      all.set(importId, change(all.get(importId) ?? none))
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

const none: readonly DroppedFile[] = []
