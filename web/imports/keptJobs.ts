import { clear, createStore, delMany, entries, setMany, type UseStore } from 'idb-keyval'
import type { ImportKind, Remembered } from '#contract/imports.ts'
import type { AnsweredSheet } from './sheet/keepAnswers.ts'
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

export type Jobs = { [Kind in ImportKind]?: ImportJob }

/** Opened when first used, because a private window may refuse. */
const jobsStore = () => (opened ??= createStore('elimu.imports', 'jobs'))
let opened: UseStore | undefined

const kinds: readonly ImportKind[] = ['students', 'schools', 'supporters']

/** A sheet is stored once, and the answers about it each time that they change. */
type Part = { file: ImportJob['file']; sheets: ImportJob['sheets'] } | Said
type Said = Omit<ImportJob, 'file' | 'sheets' | 'sheet'> & { sheetIndex: number }

const keyOf = (user: number, kind: ImportKind, part: 'file' | 'answers') => `${user} ${kind} ${part}`

/** The imports of a user that were not finished before the page was reloaded or closed; none where nothing can be stored. */
export async function readJobs(user: number): Promise<Jobs> {
  const stored = await entries<string, Part>(jobsStore()).catch(() => [])
  const parts = new Map(stored)
  const jobs: Jobs = {}
  for (const kind of kinds) {
    const file = parts.get(keyOf(user, kind, 'file'))
    const answers = parts.get(keyOf(user, kind, 'answers'))
    if (!file || !('sheets' in file) || !answers || !('answers' in answers)) continue
    const { sheetIndex, ...said } = answers
    const sheet = file.sheets[sheetIndex]
    if (sheet) jobs[kind] = { ...file, ...said, sheet }
  }
  return jobs
}

/** What has changed of a user's imports. Those that only another tab has stay. */
export function changedParts(user: number, jobs: Jobs, before: Jobs) {
  const written: [string, Part][] = []
  const gone: string[] = []
  for (const kind of kinds) {
    const [job, former] = [jobs[kind], before[kind]]
    const [fileKey, answersKey] = [keyOf(user, kind, 'file'), keyOf(user, kind, 'answers')]
    if (job && job !== former) {
      const { file, sheets, sheet, ...said } = job
      if (file !== former?.file) written.push([fileKey, { file, sheets }])
      written.push([answersKey, { ...said, sheetIndex: sheets.indexOf(sheet) }])
    } else if (former && !job) gone.push(fileKey, answersKey)
  }
  return { written, gone }
}

/** Stores what has changed of a user's imports. Answers whether the browser could. */
export async function keepJobs(user: number, jobs: Jobs, before: Jobs): Promise<boolean> {
  const { written, gone } = changedParts(user, jobs, before)
  try {
    const store = jobsStore()
    await Promise.all([setMany(written, store), delMany(gone, store)])
    return true
  } catch {
    return false
  }
}

/** A logout removes the imports that this device has, of all users. */
export const forgetJobs = (): Promise<void> => clear(jobsStore()).catch(() => undefined)
