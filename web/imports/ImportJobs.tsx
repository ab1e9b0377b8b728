import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { ImportKind } from '#contract/imports.ts'
import { useAskBeforeClosing } from '../ui/useAskBeforeClosing.ts'
import type { Answers } from './sheet/makeRows.ts'
import type { Reason } from './sheet/saveRows.ts'
import type { Sheet, Spreadsheet } from './sheet/Spreadsheet.ts'

/** An import on its way: the file that was read, and all that was said about it. */
export type ImportJob = {
  file: File
  sheets: Spreadsheet['sheets']
  sheet: Sheet
  answers: Answers
  /** Places that the import adds, by the word of the sheet: the cluster of a new school, and true for a new cluster. */
  newSchools: Record<string, string>
  newClusters: Record<string, true>
  /** What was typed in place of cells since the last check. */
  typed: Answers['mended']
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
  setJobs: (change: (jobs: Jobs) => Jobs) => void
  setImported: (imported: Imported) => void
}

const StoreContext = createContext<Store | undefined>(undefined)

/**
 * Keeps imports that are not finished while somebody looks at other screens, as long as the page is open. A file cannot
 * be kept for longer, so that the browser asks before the page is closed.
 */
export function ImportJobs({ children }: { children: ReactNode }) {
  const [jobs, setJobs] = useState<Jobs>({})
  const [imported, setImported] = useState<Imported>()
  useAskBeforeClosing(Object.values(jobs).some(Boolean))
  const store = useMemo(() => ({ jobs, imported, setJobs, setImported }), [jobs, imported])
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
