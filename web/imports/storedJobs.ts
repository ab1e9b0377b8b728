import { clear, createStore, delMany, entries, setMany, type UseStore } from 'idb-keyval'
import type { ImportKind, Remembered } from '#contract/imports.ts'
import {
  fileFromStored,
  type StoredFile,
  type StoreFailure,
  storeFailure,
  toStored,
} from '../ui/storedFile.ts'
import { importKinds } from './importAddress.ts'
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

/** Opened at first use, because a private window may refuse storage. A change of the format needs another name. */
function jobsStore(): UseStore {
  if (!opened) {
    indexedDB.deleteDatabase('elimu.imports')
    opened = createStore('elimu.imports.2', 'jobs')
  }
  return opened
}
let opened: UseStore | undefined

/** The sheets are stored once, and the answers at each change. */
type FilePart = Pick<ImportJob, 'id' | 'file' | 'sheets'>
type AnswersPart = Omit<ImportJob, 'file' | 'sheets' | 'sheet'> & { sheetIndex: number }
type Part = FilePart | AnswersPart
/** A part as it is stored. */
type StoredPart = (Omit<FilePart, 'file'> & { file: StoredFile | File }) | AnswersPart

const keyOf = (user: number, kind: ImportKind, part: 'file' | 'answers') => `${user} ${kind} ${part}`

/** The imports of which both parts are stored, and about the same file. */
export function jobsIn(user: number, stored: readonly [string, StoredPart][]): Jobs {
  const parts = new Map(stored)
  const jobs: Jobs = {}
  for (const kind of importKinds) {
    const file = parts.get(keyOf(user, kind, 'file'))
    const answers = parts.get(keyOf(user, kind, 'answers'))
    if (!file || !('sheets' in file) || !answers || !('answers' in answers) || file.id !== answers.id)
      continue
    const { sheetIndex, ...rest } = answers
    const sheet = file.sheets[sheetIndex]
    if (sheet) jobs[kind] = { ...file, file: fileFromStored(file.file), ...rest, sheet }
  }
  return jobs
}

/** The changed parts of a user's imports. Imports of other tabs are not touched. */
export function changedParts(user: number, jobs: Jobs, before: Jobs) {
  const written: [string, Part][] = []
  const gone: string[] = []
  for (const kind of importKinds) {
    const [job, former] = [jobs[kind], before[kind]]
    const [fileKey, answersKey] = [keyOf(user, kind, 'file'), keyOf(user, kind, 'answers')]
    if (job && job !== former) {
      const { id, file, sheets, sheet, ...said } = job
      if (id !== former?.id) written.push([fileKey, { id, file, sheets }])
      written.push([answersKey, { id, ...said, sheetIndex: sheets.indexOf(sheet) }])
    } else if (former && !job) gone.push(fileKey, answersKey)
  }
  return { written, gone }
}

/** Loads a user's imports, and stores what has changed since. */
export function storageOf(user: number, write = writeParts) {
  /** As they are after the last write, which may be under way: a file takes seconds. */
  let last: Jobs = {}
  return {
    /** None if the browser has no storage. */
    read: async () => (last = jobsIn(user, await entries<string, StoredPart>(jobsStore()).catch(() => []))),
    /** Returns why the browser could not store them. */
    store: async (jobs: Jobs): Promise<StoreFailure | undefined> => {
      const before = last
      last = jobs
      try {
        await write(changedParts(user, jobs, before))
        return undefined
      } catch (error) {
        last = before
        return storeFailure(error)
      }
    },
  }
}

/** One write after the other: reading a file must not let a later change overtake it. */
let writing: Promise<unknown> = Promise.resolve()

function writeParts({ written, gone }: ReturnType<typeof changedParts>): Promise<void> {
  const write = async () => {
    const store = jobsStore()
    const parts = written.map(async ([key, part]): Promise<[string, StoredPart]> => [
      key,
      'file' in part ? { ...part, file: await toStored(part.file) } : part,
    ])
    await setMany(await Promise.all(parts), store)
    await delMany(gone, store)
  }
  const done = writing.then(write)
  writing = done.catch(() => undefined)
  return done
}

/** Removes the imports of all users from this device, at logout. */
export const deleteStoredJobs = (): Promise<void> => clear(jobsStore()).catch(() => undefined)
