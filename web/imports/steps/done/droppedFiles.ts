import type { StudentFile } from '../../../uploads/QueueItem.ts'

/** A dropped file that the queue does not have yet. */
export type DroppedFile = {
  key: string
  file: File
  as: StudentFile
  /** The student, once known. */
  student_id?: number | undefined
  state:
    | { is: 'waiting' }
    /** The matching students: none, or several. */
    | { is: 'open'; fits: readonly number[] }
    /** The student has such a file already. */
    | { is: 'taken' }
    | { is: 'refused'; message: string }
}

export type DroppedFiles = ReturnType<typeof createDroppedFiles>

/** Stores dropped files by import, so that they survive a change of screen. */
export function createDroppedFiles() {
  const all = new Map<number, readonly DroppedFile[]>()
  const listeners = new Set<() => void>()
  return {
    of: (importId: number) => all.get(importId) ?? none,
    /** Whether closing the page would lose a file. */
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
