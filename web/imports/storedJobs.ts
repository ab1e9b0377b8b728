import type { ImportKind } from '#contract/imports.ts'
import { deviceStore } from '../ui/device/deviceStore.ts'
import { type StoreFailure, storeFailure } from '../ui/device/storedValue.ts'
import { importKinds } from './importAddress.ts'
import type { ImportJob } from './importJob.ts'

export type Jobs = { [Kind in ImportKind]?: ImportJob }

/** The sheets are a part: they are stored once, and the answers at each change. */
type Sheets = Pick<ImportJob, 'sheets'>
type StoredJob = Omit<ImportJob, keyof Sheets>

/** Another tab may store its own sheets: the id finds those that the answers are about. */
const partOf = ({ id }: Pick<ImportJob, 'id'>) => `${id} chosen`

const importsOf = (owner: number) => deviceStore<StoredJob>('imports', { owner })

/** Loads a user's imports, and stores what has changed since. Imports of other tabs are not touched. */
export function storageOf(user: number, imports: ReturnType<typeof importsOf> = importsOf(user)) {
  /** As they are after the last write, which may be under way: sheets take seconds. */
  let last: Jobs = {}

  async function readJobs(): Promise<Jobs> {
    const found = await imports.all()
    const ofKinds = found.filter(([kind]) => importKinds.some((each) => each === kind))
    const jobs = ofKinds.map(async ([kind, job]) => {
      const [chosen] = (await imports.readParts(kind, [partOf(job)])) as [Sheets?]
      if (chosen) return [[kind, { ...job, ...chosen }]]
      // Earlier versions stored other parts.
      await imports.remove(kind)
      return []
    })
    return Object.fromEntries((await Promise.all(jobs)).flat())
  }

  async function storeChange(kind: ImportKind, job: ImportJob | undefined, former: ImportJob | undefined) {
    if (job === former) return undefined
    if (!job) return imports.remove(kind)
    const { sheets, ...value } = job
    if (job.id === former?.id) return imports.write(kind, value)
    return imports.write(kind, value, {
      parts: { [partOf(job)]: { sheets } },
      gone: former ? [partOf(former)] : [],
    })
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
