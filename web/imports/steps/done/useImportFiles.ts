import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { pdfFile, studentFile } from '#contract/base/files.ts'
import type { Imported } from '#contract/imports.ts'
import { useUploadQueue } from '../../../uploads/uploadQueue.ts'
import type { StudentFile } from '../../../uploads/QueueItem.ts'
import { fileProblem, typeOf } from '../../../ui/file/fileKind.ts'
import { shrinkImage } from '../../../ui/file/shrinkImage.ts'
import { newIdempotencyKey } from '../../../ui/modal/idempotencyKey.ts'
import { importQuery } from '../../importApi.ts'
import { useDroppedFiles } from '../../ImportJobs.tsx'
import type { DroppedFile } from './droppedFiles.ts'
import { createMatcher } from '../../../students/files/matchFiles.ts'

export type ImportStudent = Imported & { ref: string; status: number }

/** The files of an import's students: those that need a choice, and those in the upload queue. */
export function useImportFiles(importId: number) {
  const queue = useUploadQueue()
  const queued = useSyncExternalStore(queue.subscribe, queue.entries)
  useEffect(() => queue.list(importId), [queue, importId])
  const sent = useMemo(() => queued.filter(({ item }) => item.imported?.id === importId), [queued, importId])

  const { data, error, refetch } = useQuery(importQuery(importId))
  const students = useMemo(
    () => new Map(data?.rows.filter(isStudent).map((student) => [student.id, student])),
    [data?.rows],
  )
  const match = useMemo(() => createMatcher([...students.values()]), [students])

  const files = useDroppedFiles()
  const dropped = useSyncExternalStore(files.subscribe, () => files.of(importId))
  const change = (key: string, news: Partial<DroppedFile>) =>
    files.change(importId, (all) => all.map((each) => (each.key === key ? { ...each, ...news } : each)))
  const remove = (key: string) => files.change(importId, (all) => all.filter((each) => each.key !== key))

  const isTaken = (id: number, as: StudentFile): boolean => {
    const student = students.get(id)
    const isThere = as === 'picture' ? student?.path != null : student?.has_certificate
    const isSent = queue
      .entries()
      .some(({ item, state }) => item.student_id === id && item.imported?.as === as && state.is !== 'refused')
    return (
      isThere ||
      isSent ||
      files
        .of(importId)
        .some((each) => each.state.is === 'waiting' && each.student_id === id && each.as === as)
    )
  }

  /** Gives a file to a student, unless they have one already. */
  const assign = (file: DroppedFile, student_id: number): DroppedFile => ({
    ...file,
    student_id,
    state: { is: isTaken(student_id, file.as) ? 'taken' : 'waiting' },
  })

  function read(file: File): DroppedFile {
    const as = typeOf(file, pdfFile) ? 'certificate' : 'picture'
    const one: DroppedFile = { key: newIdempotencyKey(), file, as, state: { is: 'open', fits: [] } }
    if (!typeOf(file, studentFile)) return refused(one, fileProblem(file, studentFile))
    const fits = match(file.name)
    const [only] = fits
    return only !== undefined && fits.length === 1
      ? assign(one, only)
      : { ...one, state: { is: 'open', fits } }
  }

  async function enqueue({ key, file, as, student_id = 0 }: DroppedFile): Promise<void> {
    const whole = as === 'picture' ? await shrinkImage(file) : file
    // The file may have been removed meanwhile, or the session has ended; the next session continues with it.
    if (queue.isStopped() || files.of(importId).every((each) => each.key !== key)) return
    const problem = fileProblem(whole, studentFile)
    const student = students.get(student_id)
    if (problem) change(key, { state: { is: 'refused', message: problem } })
    else if (student) {
      const facts = { student_id, student: student.name, title: file.name, description: '' }
      const added = queue.add([{ ...facts, file: whole, imported: { id: importId, as } }])
      // From now on the queue shows it, while storing it.
      remove(key)
      await added
    }
  }

  async function enqueueAll(some: DroppedFile[]): Promise<void> {
    for (const file of some) if (file.state.is === 'waiting') await enqueue(file)
  }

  const isLoaded = data !== undefined
  useEffect(() => {
    if (isLoaded) void enqueueAll([...files.of(importId)])
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, for the files that an earlier session left
  }, [isLoaded, files, importId])

  return {
    students,
    dropped,
    sent,
    queue,
    error,
    isLoaded,
    retry: () => void refetch(),
    take: (chosen: File[]) => {
      const news = chosen.map((file) => {
        const one = read(file)
        // Added immediately, because the next file may be for the same student.
        files.change(importId, (all) => [...all, one])
        return one
      })
      void enqueueAll(news)
    },
    choose: (file: DroppedFile, student_id: number) => {
      const chosen = assign(file, student_id)
      change(file.key, chosen)
      void enqueueAll([chosen])
    },
    replace: (some: DroppedFile[]) => {
      const chosen = some.map((file): DroppedFile => ({ ...file, state: { is: 'waiting' } }))
      for (const file of chosen) change(file.key, file)
      void enqueueAll(chosen)
    },
    leaveOut: (some: DroppedFile[]) => some.forEach(({ key }) => remove(key)),
    putBack: (some: DroppedFile[]) => {
      files.change(importId, (all) => [...all, ...some])
      void enqueueAll(some)
    },
  }
}

const isStudent = (row: Imported): row is ImportStudent => row.ref !== null && row.status !== null

const refused = (file: DroppedFile, message = ''): DroppedFile => ({
  ...file,
  state: { is: 'refused', message },
})
