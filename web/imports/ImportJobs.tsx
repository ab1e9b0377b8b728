import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ImportKind, Remembered } from '#contract/imports.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { useAskBeforeLeaving } from '../ui/useAskBeforeLeaving.ts'
import { createDroppedFiles, type DroppedFiles } from './files/droppedFiles.ts'
import type { AnsweredSheet } from './sheet/keepAnswers.ts'
import type { Reason } from './sheet/saveRows.ts'
import type { Spreadsheet } from './sheet/Spreadsheet.ts'

/** An import on its way: the file that was read, and all that was said about it. */
export type ImportJob = AnsweredSheet & {
  file: File
  sheets: Spreadsheet['sheets']
  /** Where the columns of the sheets went that were shown before this one. */
  headings: Remembered['headings']
  /** Places that the import adds, by the word of the sheet: the cluster of a new school, and true for a new cluster. */
  newSchools: Record<string, string>
  newClusters: Record<string, true>
}

/** What the last step still knows of an import that was made from a file. */
export type Imported = {
  id: number
  job: ImportJob
  leftOut: Reason[]
}

type Jobs = { [Kind in ImportKind]?: ImportJob }
type Store = {
  jobs: Jobs
  imported: Imported | undefined
  dropped: DroppedFiles
  setJobs: (change: (jobs: Jobs) => Jobs) => void
  setImported: (imported: Imported) => void
}

const StoreContext = createContext<Store | undefined>(undefined)

type Kept = Pick<Store, 'jobs' | 'imported' | 'dropped'> & { user: number }

/** What the last session had: one that ended by itself is gone on with by whoever signs in again. */
let kept: Kept | undefined

/** After a logout nobody goes on. */
export function forgetImports(): void {
  kept = undefined
}

/**
 * Keeps imports that are not finished, and files without a student, while somebody looks at other screens, as long as the
 * page is open. Files cannot be kept for longer, so that the page is not left without a question.
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
  useAskBeforeLeaving(
    'An import is not finished. Its file and your answers are in this page alone.',
    Object.values(jobs).some(Boolean),
  )
  useAskBeforeLeaving(
    'Files of imported students still wait for a choice.',
    useSyncExternalStore(dropped.subscribe, dropped.isAnyOpen),
  )
  const store = useMemo(() => ({ jobs, imported, dropped, setJobs, setImported }), [jobs, imported, dropped])
  return <StoreContext value={store}>{children}</StoreContext>
}

function useStore(): Store {
  const store = useContext(StoreContext)
  if (!store) throw new Error('An import is opened outside of ImportJobs')
  return store
}

export function useImportJob(kind: ImportKind) {
  const { jobs, imported, setJobs, setImported } = useStore()
  return useMemo(
    () => ({
      job: jobs[kind],
      imported,
      start: (job: ImportJob) => setJobs((all) => ({ ...all, [kind]: job })),
      discard: () => setJobs((all) => ({ ...all, [kind]: undefined })),
      /** Changes the answers of the open import. */
      change: (change: (job: ImportJob) => Partial<ImportJob>) =>
        setJobs((all) => {
          const job = all[kind]
          return job ? { ...all, [kind]: { ...job, ...change(job) } } : all
        }),
      finish: (done: Imported) => {
        setImported(done)
        // Another file may have been chosen while this one was imported.
        setJobs((all) => (all[kind]?.file === done.job.file ? { ...all, [kind]: undefined } : all))
      },
    }),
    [jobs, imported, kind, setJobs, setImported],
  )
}

export type JobHandle = ReturnType<typeof useImportJob>

export const useDroppedFiles = () => useStore().dropped
