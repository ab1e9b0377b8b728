import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ImportKind } from '#contract/imports.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { useAskBeforeLeaving } from '../ui/drafts/useAskBeforeLeaving.ts'
import { createDroppedFiles, type DroppedFiles } from './steps/done/droppedFiles.ts'
import { deleteStoredJobs, type ImportJob, type Jobs, readJobs, storeJobs } from './storedJobs.ts'
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
  imported: Imported | undefined
  dropped: DroppedFiles
  setJobs: (change: (jobs: Jobs) => Jobs) => void
  setImported: (imported: Imported) => void
}

const STORE_AFTER_MS = 300

const StoreContext = createContext<Store | undefined>(undefined)

type Kept = Pick<Store, 'jobs' | 'imported' | 'dropped'> & { user: number }

/** Kept after a session expires, for the same user. */
let kept: Kept | undefined

/** A logout discards unfinished imports. */
export function discardImports(): void {
  kept = undefined
  void deleteStoredJobs()
}

/**
 * Keeps unfinished imports, and files without a student, while the user opens other screens. Unfinished imports
 * are also stored on this device, so that a reload keeps them.
 */
export function ImportJobs({ children }: { children: ReactNode }) {
  const { id: user } = useSessionUser()
  const [before] = useState(() => (kept?.user === user ? kept : undefined))
  const [jobs, setJobs] = useState<Jobs>(before?.jobs ?? {})
  const [imported, setImported] = useState(before?.imported)
  const [dropped] = useState(() => before?.dropped ?? createDroppedFiles())
  useEffect(() => {
    kept = { user, jobs, imported, dropped }
  }, [user, jobs, imported, dropped])
  const { isRead, isStored } = useStoredJobs(user, jobs, setJobs, before !== undefined)
  useAskBeforeLeaving(
    'An import is not finished. Its file and your answers are on this device alone.',
    Object.values(jobs).some(Boolean),
    isStored,
  )
  useAskBeforeLeaving(
    'Files of imported students still wait for a choice.',
    useSyncExternalStore(dropped.subscribe, dropped.isAnyOpen),
  )
  const store = useMemo(
    () => ({ jobs, isRead, imported, dropped, setJobs, setImported }),
    [jobs, isRead, imported, dropped],
  )
  return <StoreContext value={store}>{children}</StoreContext>
}

/** Loads the imports stored on this device, and stores each change. */
function useStoredJobs(user: number, jobs: Jobs, setJobs: Store['setJobs'], hasBefore: boolean) {
  const [isRead, setIsRead] = useState(hasBefore)
  const [isStored, setIsStored] = useState(false)
  const stored = useRef<Jobs>({})
  useEffect(() => {
    async function read() {
      const found = await readJobs(user)
      stored.current = found
      // If a file was chosen during loading, it replaces the stored import.
      setJobs((now) => ({ ...found, ...now }))
      setIsRead(true)
    }
    if (!isRead) void read()
  }, [user, isRead, setJobs])
  useEffect(() => {
    if (!isRead || jobs === stored.current) return undefined
    setIsStored(false)
    // Waits for a pause in typing.
    const store = async () => {
      const before = stored.current
      stored.current = jobs
      const isDone = await storeJobs(user, jobs, before)
      if (stored.current === jobs) setIsStored(isDone)
    }
    const timer = setTimeout(() => void store(), STORE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [user, jobs, isRead])
  return { isRead, isStored }
}

function useStore(): Store {
  const store = useContext(StoreContext)
  if (!store) throw new Error('useStore() is called outside of <ImportJobs>')
  return store
}

export function useImportJob(kind: ImportKind) {
  const { jobs, isRead, imported, setJobs, setImported } = useStore()
  return useMemo(() => {
    /** Changes the open import. */
    const change = (changed: (job: ImportJob) => Partial<ImportJob>) =>
      setJobs((all) => {
        const job = all[kind]
        return job ? { ...all, [kind]: { ...job, ...changed(job) } } : all
      })
    return {
      job: jobs[kind],
      isRead,
      imported,
      start: (job: ImportJob) => setJobs((all) => ({ ...all, [kind]: job })),
      discard: () => setJobs((all) => ({ ...all, [kind]: undefined })),
      change,
      answer: (changed: (answers: Answers) => Partial<Answers>) =>
        change(({ answers }) => ({ answers: { ...answers, ...changed(answers) } })),
      giveDefault: (field: string, value: string) =>
        change(({ answers }) => ({
          answers: { ...answers, defaults: { ...answers.defaults, [field]: value } },
        })),
      finish: (done: Imported) => {
        setImported(done)
        // Another file may have been chosen during the import.
        setJobs((all) => (all[kind]?.file === done.job.file ? { ...all, [kind]: undefined } : all))
      },
    }
  }, [jobs, isRead, imported, kind, setJobs, setImported])
}

export type JobHandle = ReturnType<typeof useImportJob>

export const useDroppedFiles = () => useStore().dropped
