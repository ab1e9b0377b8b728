import { readFileSync, writeFileSync } from 'node:fs'
import type { LargeRecords } from '../../fixtures/largeCharity.ts'
import { type Elimu, type Settings, timed, withElimu } from '../elimu.ts'
import { bounded, median, type Measurement } from '../figures.ts'

const TRIES = 5
const PAGE_MS = 300
const MOST_MB = 400
const LONGEST_TICK_MS = 20

/** The lists of all students: their pages, and each as a whole. Each is measured in a process of its own. */
const listsOf = ({ year_id }: LargeRecords): Record<string, string> => ({
  'cluster report': '/api/students?query=cluster-rep',
  'supporters report': '/api/getsupporters?query=supporter-rep',
  'annual academic report': `/api/reports?query=academic-rep&year=${year_id}`,
  'annual finance report': `/api/finance?query=finance-rep&year=${year_id}`,
  'What Is Missing': '/api/notifications/missing',
  'possible duplicates': '/api/students/duplicates',
  'My work': '/api/notifications/missing?mine=1',
})

/** Reads the lists of 100,000 students with 1,000,000 marks: a page, the whole, and three of them at once. */
export async function largeLists(settings: Settings, filled: LargeRecords): Promise<Measurement[]> {
  const lists = Object.entries(listsOf(filled))
  const measurements: Measurement[] = []
  for (const [name, path] of lists) {
    const paged = `${path}${path.includes('?') ? '&' : '?'}page=1&size=25`
    measurements.push(
      ...(await inOwnProcess(settings, `a page of ${name}`, (elimu) => read(elimu, paged), TRIES, PAGE_MS)),
    )
  }
  for (const [name, path] of lists)
    measurements.push(...(await inOwnProcess(settings, `whole ${name}`, (elimu) => read(elimu, path))))
  const three = lists.slice(2, 5).map(([, path]) => path)
  const readThree = (elimu: Elimu) => Promise.all(three.map((path) => read(elimu, path)))
  measurements.push(...(await inOwnProcess(settings, 'three whole reports at once', readThree)))
  return measurements
}

/** The time of some work, and the memory and the longest event-loop tick of the process. */
const inOwnProcess = (
  settings: Settings,
  name: string,
  work: (elimu: Elimu) => Promise<unknown>,
  tries = 1,
  mostMs?: number,
): Promise<Measurement[]> =>
  withElimu(
    settings,
    async (elimu) => {
      const times: number[] = []
      forgetPeak(elimu)
      for (let tried = 0; tried < tries; tried++) {
        // The first run also compiles the statements.
        if (tried < 2) elimu.watchDelay()
        times.push(await timed(() => work(elimu)))
      }
      const ms = median(times)
      return [
        mostMs === undefined ? { name, elimu: `${Math.round(ms)} ms` } : bounded(name, ms, mostMs, 'ms'),
        bounded(`${name}: most memory`, peakMb(elimu), MOST_MB, 'MB'),
        bounded(`${name}: longest event-loop delay`, await elimu.longestDelay(), LONGEST_TICK_MS, 'ms'),
      ]
    },
    { isProbed: true },
  )

/** Reads an answer to its last byte without collecting it. */
async function read(elimu: Elimu, path: string): Promise<void> {
  const { body } = await elimu.get(path)
  await body?.pipeTo(new WritableStream())
}

const forgetPeak = ({ pid }: Elimu) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** The most resident memory of a process since then, in MB. */
function peakMb({ pid }: Elimu): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
