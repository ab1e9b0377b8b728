import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { pdfFile, studentFile } from '#contract/base/files.ts'
import type { Imported } from '#contract/imports.ts'
import { useUploadQueue } from '../../../uploads/uploadQueue.ts'
import type { QueueEntry, StudentFile } from '../../../uploads/QueueItem.ts'
import { fileProblem, typeOf } from '../../../ui/file/fileKind.ts'
import { shrinkImage } from '../../../ui/file/shrinkImage.ts'
import { newIdempotencyKey } from '../../../ui/modal/idempotencyKey.ts'
import { importQuery } from '../../importApi.ts'
import { useDroppedFiles } from '../../ImportJobs.tsx'
import type { DroppedFile, ImportFile } from './ImportFile.ts'
import { createMatcher } from '../../../students/files/matchFiles.ts'

export type ImportStudent = Imported & { ref: string; status: number }

/** The files of an import's students: those that need a choice, and those in the upload queue. */
export function useImportFiles(importId: number) {
  const queue = useUploadQueue()
  useEffect(() => queue.list(importId), [queue, importId])
  const files = useDroppedFiles()
  const sent = useFilesOf({ ...queue, all: queue.entries }, importId)
  const dropped = useFilesOf(files, importId)

  const { data, error, refetch } = useQuery(importQuery(importId))
  const students = useMemo(
    () => new Map(data?.rows.filter(isStudent).map((student) => [student.id, student])),
    [data?.rows],
  )
  const match = useMemo(() => createMatcher([...students.values()]), [students])

  const add = (some: readonly DroppedFile[]) => files.set([...files.all(), ...some])
  const remove = (some: readonly DroppedFile[]) => {
    const keys = new Set(some.map(({ item }) => item.key))
    files.set(files.all().filter(({ item }) => !keys.has(item.key)))
  }

  const isTaken = (id: number, as: StudentFile): boolean => {
    const student = students.get(id)
    const isThere = as === 'picture' ? student?.path != null : student?.has_certificate
    return (
      isThere ||
      [...queue.entries(), ...files.all()].some(
        ({ item, state }) => item.student_id === id && item.imported?.as === as && !notSent.has(state.is),
      )
    )
  }

  /** Assigns a file to a student. If they have one already, the user has to choose. */
  const assign = ({ item, file }: DroppedFile, student_id: number): DroppedFile => ({
    item: { ...item, student_id },
    file,
    state: { is: isTaken(student_id, item.imported.as) ? 'taken' : 'waiting' },
  })

  function read(file: File): DroppedFile {
    const imported = { id: importId, as: typeOf(file, pdfFile) ? 'certificate' : 'picture' } as const
    const item = { key: newIdempotencyKey(), title: file.name, imported }
    if (!typeOf(file, studentFile))
      return { item, file, state: { is: 'refused', message: fileProblem(file, studentFile) ?? '' } }
    const fits = match(file.name)
    const one: DroppedFile = { item, file, state: { is: 'open', fits } }
    const [only] = fits
    return only !== undefined && fits.length === 1 ? assign(one, only) : one
  }

  async function enqueue(one: DroppedFile): Promise<void> {
    const { item, file } = one
    const whole = item.imported.as === 'picture' ? await shrinkImage(file) : file
    // The user may have removed the file, or the session has ended; the next session continues with it.
    if (queue.isStopped() || !files.find(item.key)) return
    const problem = fileProblem(whole, studentFile)
    const student = students.get(item.student_id ?? 0)
    if (problem) files.change(item.key, { state: { is: 'refused', message: problem } })
    else if (student) {
      const { title, imported } = item
      const facts = { student_id: student.id, student: student.name, title, imported, description: '' }
      const added = queue.add([{ ...facts, file: whole }])
      // From now on the queue shows it, while storing it.
      remove([one])
      await added
    }
  }

  async function enqueueAll(some: readonly DroppedFile[]): Promise<void> {
    for (const each of some) if (each.state.is === 'waiting') await enqueue(each)
  }

  const isLoaded = data !== undefined
  useEffect(() => {
    if (isLoaded) void enqueueAll(dropped)
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, for the files that an earlier session left
  }, [isLoaded, files, importId])

  /** Replaces files that were changed, and sends those that need nothing else. */
  const settle = (some: DroppedFile[]) => {
    for (const each of some) files.change(each.item.key, each)
    void enqueueAll(some)
  }
  return {
    students,
    files: useMemo(() => [...sent, ...dropped], [sent, dropped]),
    taken: dropped.filter(({ state }) => state.is === 'taken'),
    error,
    isLoaded,
    reload: () => void refetch(),
    take: (chosen: File[]) => {
      const news = chosen.map((file) => {
        const one = read(file)
        // Added immediately, because the next file may be for the same student.
        add([one])
        return one
      })
      void enqueueAll(news)
    },
    choose: (file: DroppedFile, student_id: number) => settle([assign(file, student_id)]),
    replace: (some: DroppedFile[]) => settle(some.map((each) => ({ ...each, state: { is: 'waiting' } }))),
    retry: (file: QueueEntry) => queue.retry(file.item.key),
    cancel: (file: QueueEntry) => queue.cancel(file.item.key),
    leaveOut: remove,
    putBack: (some: DroppedFile[]) => {
      add(some)
      void enqueueAll(some)
    },
  }
}

/** States of files that are not on their way to a student. */
const notSent = new Set<ImportFile['state']['is']>(['open', 'taken', 'refused'])

type FileStore<Entry> = { all: () => readonly Entry[]; subscribe: (listener: () => void) => () => void }

export function useFilesOf<Entry extends ImportFile>({ subscribe, all }: FileStore<Entry>, importId: number) {
  const files = useSyncExternalStore(subscribe, all)
  return useMemo(() => files.filter(({ item }) => item.imported?.id === importId), [files, importId])
}

const isStudent = (row: Imported): row is ImportStudent => row.ref !== null && row.status !== null
