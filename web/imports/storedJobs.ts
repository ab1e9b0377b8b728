import type { ImportKind, Remembered } from '#contract/imports.ts'
import { deviceStore } from '../ui/device/deviceStore.ts'
import { type StoreFailure, storeFailure } from '../ui/device/storedValue.ts'
import { importKinds } from './importAddress.ts'
import { noAnswers } from './sheet/Answers.ts'
import type { AnsweredSheet } from './sheet/answersStillValid.ts'
import type { Spreadsheet } from './sheet/Spreadsheet.ts'

/** An unfinished import: the file's sheets and the answers about them. */
export type ImportJob = AnsweredSheet & {
  /** Identifies the chosen file, because another tab may store its own file or answers. */
  id: string
  file: File
  sheets: Spreadsheet['sheets']
  /** The fields chosen for headings of the sheets that were shown before this one. */
  headings: Remembered['headings']
}

export type Jobs = { [Kind in ImportKind]?: ImportJob }

/** The answers, which are stored at each change. The file and its sheets are parts: they are stored once. */
type StoredJob = Omit<ImportJob, 'file' | 'sheets' | 'sheet'> & { sheetIndex: number }

/** Another tab may store its own file: the id finds the one that the answers are about. */
const partsOf = ({ id }: Pick<ImportJob, 'id'>): [string, string] => [`${id} file`, `${id} sheets`]

const importsOf = (owner: number) => deviceStore<StoredJob>('imports', { owner })

/** Loads a user's imports, and stores what has changed since. Imports of other tabs are not touched. */
export function storageOf(user: number, imports: ReturnType<typeof importsOf> = importsOf(user)) {
  /** As they are after the last write, which may be under way: a file takes seconds. */
  let last: Jobs = {}

  async function readJobs(): Promise<Jobs> {
    const found = await imports.all()
    const jobs = found.map(async ([kind, { sheetIndex, ...job }]) => {
      const [file, sheets] = (await imports.readParts(kind, partsOf(job))) as [File?, ImportJob['sheets']?]
      const sheet = sheets?.[sheetIndex]
      // An earlier version may have stored fewer answers.
      const answers = { ...noAnswers, ...job.answers }
      return file && sheet ? [[kind, { ...job, file, sheets, sheet, answers }]] : []
    })
    return Object.fromEntries((await Promise.all(jobs)).flat())
  }

  async function storeChange(kind: ImportKind, job: ImportJob | undefined, former: ImportJob | undefined) {
    if (job === former) return undefined
    if (!job) return imports.remove(kind)
    const { file, sheets, sheet, ...said } = job
    const value = { ...said, sheetIndex: sheets.indexOf(sheet) }
    if (job.id === former?.id) return imports.write(kind, value)
    const [fileKey, sheetsKey] = partsOf(job)
    const parts = { [fileKey]: file, [sheetsKey]: sheets }
    return imports.write(kind, value, { parts, gone: former ? partsOf(former) : [] })
  }

  return {
    /** None if the browser has no storage. */
    read: async () => (last = await readJobs().catch(() => ({}))),
    /** Returns why the browser could not store them. */
    store: async (jobs: Jobs): Promise<StoreFailure | undefined> => {
      const before = last
      last = jobs
      try {
        await Promise.all(importKinds.map((kind) => storeChange(kind, jobs[kind], before[kind])))
        return undefined
      } catch (error) {
        last = before
        return storeFailure(error)
      }
    },
    isLoggedOut: imports.isLoggedOut,
  }
}

export type JobStorage = ReturnType<typeof storageOf>
