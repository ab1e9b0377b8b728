import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ImportKind } from '#contract/imports.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { Message } from '../ui/Message.tsx'
import type { StoreFailure } from '../ui/device/storedValue.ts'
import { useAskBeforeLeaving } from '../ui/drafts/useAskBeforeLeaving.ts'
import { createQueueEntries } from '../uploads/queueEntries.ts'
import type { DroppedFile } from './steps/done/ImportFile.ts'
import type { ImportJob } from './importJob.ts'
import { useDroppedSheets } from './moving/useDroppedSheets.ts'
import { importKinds } from './importAddress.ts'
import { type Jobs, type JobStorage, storageOf } from './storedJobs.ts'
import type { Answer } from './sheet/Answers.ts'

type Store = {
  jobs: Jobs
  /** Whether the imports stored on this device have been loaded. */
  isRead: boolean
  /** Why the last change could not be stored on this device. */
  failure: StoreFailure | undefined
  /** Dropped files, which survive a change of screen. */
  dropped: ReturnType<typeof createQueueEntries<DroppedFile>>
  setJobs: (change: (jobs: Jobs) => Jobs) => void
}

const STORE_AFTER_MS = 300

const StoreContext = createContext<Store | undefined>(undefined)

type Kept = Pick<Store, 'jobs' | 'dropped'> & { user: number; storage: JobStorage }

/** Kept after a session expires, for the same user. */
let kept: Kept | undefined

/**
 * Keeps unfinished imports, and files without a student, while the user opens other screens. Unfinished imports
 * are also stored on this device, so that a reload keeps them.
 */
export function ImportJobs({ children }: { children: ReactNode }) {
  const { id: user } = useSessionUser()
  const [before] = useState(() => (kept?.user === user && !kept.storage.isLoggedOut() ? kept : undefined))
  const [storage] = useState(() => storageOf(user))
  const [jobs, setJobs] = useState<Jobs>(before?.jobs ?? {})
  const [dropped] = useState(() => before?.dropped ?? createQueueEntries<DroppedFile>())
  useEffect(() => {
    kept = { user, storage, jobs, dropped }
  }, [user, storage, jobs, dropped])
  useEffect(
    () => () => {
      if (storage.isLoggedOut()) kept = undefined
    },
    [storage],
  )
  const { stored, failure } = useStoredJobs(storage, jobs, setJobs, before !== undefined)
  const isRead = stored !== undefined
  useAskBeforeLeaving(
    'An import is not finished. Its file and your answers are on this device alone.',
    Object.values(jobs).some(Boolean),
    jobs === stored,
  )
  const sheets = useDroppedSheets()
  useAskBeforeLeaving(
    'Dropped sheets are not imported. They are on this device alone.',
    sheets.sheets.length > 0,
    sheets.isStored,
  )
  useAskBeforeLeaving(
    'Files of imported students still wait for a choice.',
    useSyncExternalStore(dropped.subscribe, () => dropped.all().some(({ state }) => state.is !== 'refused')),
  )
  const store = useMemo(() => ({ jobs, isRead, failure, dropped, setJobs }), [jobs, isRead, failure, dropped])
  return <StoreContext value={store}>{children}</StoreContext>
}

/** Loads the imports stored on this device, and stores each change. What is stored is undefined until it is loaded. */
function useStoredJobs(storage: JobStorage, jobs: Jobs, setJobs: Store['setJobs'], isKept: boolean) {
  // Kept imports are stored again, because their last change may not be stored.
  const [stored, setStored] = useState<Jobs | undefined>(isKept ? {} : undefined)
  const [failure, setFailure] = useState<StoreFailure>()
  const isRead = stored !== undefined
  useEffect(() => {
    async function read() {
      const found = await storage.read()
      setStored(found)
      // If a file was chosen during loading, it replaces the stored import.
      setJobs((now) => ({ ...found, ...now }))
    }
    if (!isRead) void read()
  }, [storage, isRead, setJobs])
  useEffect(() => {
    if (!stored || stored === jobs) return undefined
    const store = async () => {
      const unstored = await storage.store(jobs)
      setFailure(unstored)
      if (!unstored) setStored(jobs)
    }
    // Waits for a pause in typing. A finished import is removed at once, so that a reload does not offer it again.
    const isOver = importKinds.some((kind) => stored[kind] && !jobs[kind])
    const timer = setTimeout(() => void store(), isOver ? 0 : STORE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [storage, jobs, stored])
  return { stored, failure }
}

const unstoredWords = {
  full: 'This import is only in this tab: the device has no room to store its file.',
  refused: 'This import is only in this tab: the browser does not store its file.',
}

/** Warns that a reload would lose the file and the answers of an unfinished import. */
export function UnstoredImport({ kind }: { kind: ImportKind }) {
  const { jobs, failure } = useStore()
  if (!failure || !jobs[kind]) return null
  return (
    <Message tone="note">{unstoredWords[failure]} Finish it before you close or reload the page.</Message>
  )
}

function useStore(): Store {
  const store = useContext(StoreContext)
  if (!store) throw new Error('useStore() is called outside of <ImportJobs>')
  return store
}

/** The unfinished imports of all kinds. */
export function useJobs() {
  const { jobs, setJobs } = useStore()
  const put = (kind: ImportKind, next: (job: ImportJob | undefined) => ImportJob | undefined) =>
    setJobs((all) => ({ ...all, [kind]: next(all[kind]) }))
  return { jobs, put }
}

export function useImportJob(kind: ImportKind) {
  const { jobs, isRead, setJobs } = useStore()
  const { change: changeSheets } = useDroppedSheets()
  return useMemo(() => {
    const put = (next: (job: ImportJob | undefined) => ImportJob | undefined) =>
      setJobs((all) => ({ ...all, [kind]: next(all[kind]) }))
    const change = (changed: (job: ImportJob) => Partial<ImportJob>) =>
      put((job) => job && { ...job, ...changed(job), at: Date.now() })
    return {
      job: jobs[kind],
      isRead,
      start: (job: ImportJob) => put(() => job),
      discard: () => put(() => undefined),
      change,
      /** Answers questions by their keys; without an answer a question is open again. */
      answer: (given: Record<string, Answer | undefined>) =>
        change(({ answers }) => ({ answers: definedIn({ ...answers, ...given }) })),
      finish: (done: ImportJob) => {
        // Other sheets may have been chosen during the import.
        put((job) => (job?.id === done.id ? undefined : job))
        void changeSheets((sheets) => sheets.filter(({ id }) => !done.dropped.includes(id)))
      },
    }
  }, [jobs, isRead, kind, setJobs, changeSheets])
}

const definedIn = (answers: Record<string, Answer | undefined>): ImportJob['answers'] =>
  Object.fromEntries(Object.entries(answers).flatMap(([key, answer]) => (answer ? [[key, answer]] : [])))

export type JobHandle = ReturnType<typeof useImportJob>

export const useDroppedFiles = () => useStore().dropped
