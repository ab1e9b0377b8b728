import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { pdfFile, studentFile } from '#contract/files.ts'
import type { Imported } from '#contract/imports.ts'
import { useGalleryQueue } from '../../gallery/queue/GalleryQueueContext.ts'
import type { StudentFile } from '../../gallery/queue/QueueItem.ts'
import { call } from '../../ui/call.ts'
import { fileProblem, typeOf } from '../../ui/file/fileKind.ts'
import { shrinkImage } from '../../ui/file/shrinkImage.ts'
import { newIdempotencyKey } from '../../ui/modal/idempotencyKey.ts'
import { useAskBeforeClosing } from '../../ui/useAskBeforeClosing.ts'
import { createMatcher } from './matchFiles.ts'

export type ImportStudent = Imported & { ref: string; status: number }

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

/** The files of an import's students: those that wait for a choice, and those that the queue sends. */
export function useImportFiles(importId: number) {
  const queue = useGalleryQueue()
  const queued = useSyncExternalStore(queue.subscribe, queue.entries)
  useEffect(() => queue.list(importId), [queue, importId])
  const sent = useMemo(() => queued.filter(({ item }) => item.imported?.id === importId), [queued, importId])

  const { data, error, refetch } = useQuery({
    queryKey: ['import', importId, 'students'],
    queryFn: async ({ signal }) =>
      (await call('GET /api/imports/:id', { params: { id: importId }, signal })).data.rows.filter(isStudent),
  })
  const students = useMemo(() => new Map(data?.map((student) => [student.id, student])), [data])
  const match = useMemo(
    () =>
      createMatcher(
        [...students.values()].map(({ id, name, ref, files }) => ({
          id,
          name,
          ref,
          fileNames: files,
        })),
      ),
    [students],
  )

  const [dropped, setDropped] = useState<DroppedFile[]>([])
  useAskBeforeClosing(dropped.some(({ state }) => state.is !== 'refused'))
  /** Files on their way into the queue, by student and kind. */
  const preparing = useRef(new Set<string>())
  const change = (key: string, news: Partial<DroppedFile>) =>
    setDropped((before) => before.map((each) => (each.key === key ? { ...each, ...news } : each)))
  const remove = (key: string) => setDropped((before) => before.filter((each) => each.key !== key))

  const isTaken = (id: number, as: StudentFile): boolean => {
    const student = students.get(id)
    const isThere = as === 'picture' ? student?.path != null : student?.has_certificate
    const isComing = queue
      .entries()
      .some(({ item, state }) => item.student_id === id && item.imported?.as === as && state.is !== 'refused')
    return isThere || isComing || preparing.current.has(`${as} ${id}`)
  }

  /** Gives a file to a student, unless they have one already. */
  function assign(file: DroppedFile, student_id: number): DroppedFile {
    if (isTaken(student_id, file.as)) return { ...file, student_id, state: { is: 'taken' } }
    preparing.current.add(`${file.as} ${student_id}`)
    return { ...file, student_id, state: { is: 'waiting' } }
  }

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

  async function handOver({ key, file, as, student_id = 0 }: DroppedFile): Promise<void> {
    const whole = as === 'picture' ? await shrinkImage(file) : file
    const problem = fileProblem(whole, studentFile)
    const student = students.get(student_id)
    if (problem) change(key, { state: { is: 'refused', message: problem } })
    else if (student) {
      const facts = { student_id, student: student.name, title: file.name, description: '' }
      const added = queue.add([{ ...facts, file: whole, imported: { id: importId, as } }])
      // The queue shows it from now on, and stores it meanwhile.
      remove(key)
      await added
    }
    preparing.current.delete(`${as} ${student_id}`)
  }

  async function go(files: DroppedFile[]): Promise<void> {
    for (const file of files) if (file.state.is === 'waiting') await handOver(file)
  }

  return {
    students,
    dropped,
    sent,
    queue,
    error,
    isLoaded: data !== undefined,
    retry: () => void refetch(),
    take: (files: File[]) => {
      const news = files.map(read)
      setDropped((before) => [...before, ...news])
      void go(news)
    },
    choose: (file: DroppedFile, student_id: number) => {
      const chosen = assign(file, student_id)
      change(file.key, chosen)
      void go([chosen])
    },
    replace: (files: DroppedFile[]) => {
      const chosen = files.map((file): DroppedFile => ({ ...file, state: { is: 'waiting' } }))
      for (const file of chosen) change(file.key, file)
      void go(chosen)
    },
    leaveOut: (files: DroppedFile[]) => files.forEach(({ key }) => remove(key)),
  }
}

const isStudent = (row: Imported): row is ImportStudent => row.ref !== null && row.status !== null

const refused = (file: DroppedFile, message = ''): DroppedFile => ({
  ...file,
  state: { is: 'refused', message },
})
