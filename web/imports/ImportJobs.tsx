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
import { type ImportJob, type Jobs, type JobStorage, storageOf } from './storedJobs.ts'
import type { Answers } from './sheet/Answers.ts'
import type { Reason } from './sheet/saveRows.ts'

export type { ImportJob }

/** A finished import with its file, for the last step. */
export type Imported = {
  id: number
  /** The number of imports that a long sheet was divided into; the id is that of the last one. */
  parts: number
  job: ImportJob
  leftOut: Reason[]
}

type Store = {
  jobs: Jobs
  /** Whether the imports stored on this device have been loaded. */
  isRead: boolean
  /** Why the last change could not be stored on this device. */
  failure: StoreFailure | undefined
  imported: Imported | undefined
  /** Dropped files, which survive a change of screen. */
  dropped: ReturnType<typeof createQueueEntries<DroppedFile>>
  setJobs: (change: (jobs: Jobs) => Jobs) => void
  setImported: (imported: Imported) => void
}

const STORE_AFTER_MS = 300

const StoreContext = createContext<Store | undefined>(undefined)

type Kept = Pick<Store, 'jobs' | 'imported' | 'dropped'> & { user: number; storage: JobStorage }

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
  const [imported, setImported] = useState(before?.imported)
  const [dropped] = useState(() => before?.dropped ?? createQueueEntries<DroppedFile>())
  useEffect(() => {
    kept = { user, storage, jobs, imported, dropped }
  }, [user, storage, jobs, imported, dropped])
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
  useAskBeforeLeaving(
    'Files of imported students still wait for a choice.',
    useSyncExternalStore(dropped.subscribe, () => dropped.all().some(({ state }) => state.is !== 'refused')),
  )
  const store = useMemo(
    () => ({ jobs, isRead, failure, imported, dropped, setJobs, setImported }),
    [jobs, isRead, failure, imported, dropped],
  )
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
    if (!isRead) return undefined
    const store = async () => {
      const unstored = await storage.store(jobs)
      setFailure(unstored)
      if (!unstored) setStored(jobs)
    }
    // Waits for a pause in typing.
    const timer = setTimeout(() => void store(), STORE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [storage, jobs, isRead])
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

export function useImportJob(kind: ImportKind) {
  const { jobs, isRead, imported, setJobs, setImported } = useStore()
  return useMemo(() => {
    const put = (next: (job: ImportJob | undefined) => ImportJob | undefined) =>
      setJobs((all) => ({ ...all, [kind]: next(all[kind]) }))
    const change = (changed: (job: ImportJob) => Partial<ImportJob>) =>
      put((job) => job && { ...job, ...changed(job) })
    const answer = (changed: (answers: Answers) => Partial<Answers>) =>
      change(({ answers }) => ({ answers: { ...answers, ...changed(answers) } }))
    return {
      job: jobs[kind],
      isRead,
      imported,
      start: (job: ImportJob) => put(() => job),
      discard: () => put(() => undefined),
      change,
      answer,
      giveDefault: (field: string, value: string) =>
        answer(({ defaults }) => ({ defaults: { ...defaults, [field]: value } })),
      finish: (done: Imported) => {
        setImported(done)
        // Another file may have been chosen during the import.
        put((job) => (job?.file === done.job.file ? undefined : job))
      },
    }
  }, [jobs, isRead, imported, kind, setJobs, setImported])
}

export type JobHandle = ReturnType<typeof useImportJob>

export const useDroppedFiles = () => useStore().dropped
