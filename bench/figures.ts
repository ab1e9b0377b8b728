import { deepStrictEqual } from 'node:assert'
import autocannon from 'autocannon'
import { launch, type Settings, withElimu } from './elimu.ts'

export type Measurement = {
  name: string
  elimu: string
  /** The floor to compare with, if there is one. */
  floor?: string
  /** The share of the floor, in percent. */
  share?: number
  latency?: string
  target?: string
  isMet?: boolean
}

const headings = ['case', 'Elimu', 'floor', 'share', 'p50 / p99', 'target', '']

/** Prints Markdown, so that the README can contain a run as it is. */
export function printTable(measurements: Measurement[]): void {
  const rows = [headings, headings.map(() => '---'), ...measurements.map(cells)]
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows) {
    const padded = row.map((cell, column) => cell.padEnd(widths[column] ?? 0, cell === '---' ? '-' : ' '))
    console.log(`| ${padded.join(' | ')} |`)
  }
}

const cells = ({ name, elimu, floor = '', share, latency = '', target = '', isMet }: Measurement) => [
  name,
  elimu,
  floor,
  share === undefined ? '' : `${share} %`,
  latency,
  target,
  verdictOf(isMet),
]

const verdictOf = (isMet: boolean | undefined) => (isMet === undefined ? '' : isMet ? 'met' : 'NOT MET')

/** Prints what a case measured, and whether its targets are met. */
export function printCase(name: string, measurements: Measurement[]): void {
  for (const { name: what, elimu, share, target, isMet } of measurements) {
    const of = share === undefined ? '' : `, ${share} % of the floor`
    console.error(`  ${what}: ${elimu}${of}${target ? `, target ${target}: ${verdictOf(isMet)}` : ''}`)
  }
  const judged = measurements.filter(({ isMet }) => isMet !== undefined)
  const missed = judged.filter(({ isMet }) => !isMet)
  if (judged.length === 0) console.error(`${name}: no target`)
  else
    console.error(
      `${name}: ${missed.length === 0 ? 'met' : `NOT MET (${missed.length} of ${judged.length})`}`,
    )
}

export const figure = (name: string, value: number, unit: string): Measurement => ({
  name,
  elimu: `${Math.round(value)} ${unit}`,
})

/** A figure that should not exceed a limit. */
export const bounded = (name: string, value: number, most: number, unit: string): Measurement => ({
  ...figure(name, value, unit),
  target: `≤ ${most} ${unit}`,
  isMet: Math.round(value) <= most,
})

/** How long other users waited at most, except in the slowest hundredth of their requests. */
export function waiting(name: string, times: number[], most?: number): Measurement {
  const slowest = quantile(times, 0.99)
  const latency = `${Math.round(quantile(times, 0.5))} / ${Math.round(slowest)} ms`
  return {
    ...(most === undefined ? figure(name, slowest, 'ms') : bounded(name, slowest, most, 'ms')),
    latency,
  }
}

/** The time that this share of the requests did not exceed. */
const quantile = (times: number[], of: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * of)] ?? Number.NaN

export const median = (values: number[]): number => quantile(values, 0.5)

export type Load = Pick<autocannon.Options, 'url' | 'headers' | 'requests'>
type Pace = { perSecond: number; p50: number; p99: number }

/** As many connections as an office has open at once. */
export const CONNECTIONS = 10
const WARM_UP_SECONDS = 3
const ROUND_SECONDS = 4
const ROUNDS = 5

/** One round of load. An answer other than a success makes the whole measurement worthless. */
export async function drive(load: Load, seconds = ROUND_SECONDS): Promise<Pace> {
  const result = await autocannon({ ...load, connections: CONNECTIONS, duration: seconds })
  const { non2xx, errors, latency, duration } = result
  if (non2xx + errors > 0)
    throw new Error(`${load.url}: ${non2xx} refusals and ${errors} errors beside ${result['2xx']} answers`)
  return { perSecond: result['2xx'] / duration, p50: latency.p50, p99: latency.p99 }
}

/**
 * Measures two rates alternately, round after round, so that a busy moment of the machine affects both, and compares
 * the medians.
 */
export async function compareRates(
  name: string,
  elimu: () => Promise<Pace>,
  floor: () => Promise<{ perSecond: number }>,
  target: number,
): Promise<Measurement> {
  const [own, others]: [Pace[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    own.push(await elimu())
    others.push((await floor()).perSecond)
  }
  const rate = median(own.map(({ perSecond }) => perSecond))
  const [p50, p99] = [median(own.map((pace) => pace.p50)), median(own.map((pace) => pace.p99))]
  const percent = Math.round((rate / median(others)) * 100)
  return {
    name,
    elimu: perSecond(rate),
    floor: perSecond(median(others)),
    share: percent,
    latency: `${p50} / ${p99} ms`,
    target: `≥ ${target} %`,
    isMet: percent >= target,
  }
}

const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`

/** Compares a page with the floor, which must return the same rows of the same database. */
export const compareWithFloor = (name: string, settings: Settings, page: string): Promise<Measurement[]> =>
  withElimu(settings, async ({ url, headers }) => {
    const floor = await launch(['bench/floor.ts'], settings)
    try {
      const loads = [url, floor.url].map((address) => ({ url: address + page, headers }))
      const [own, others] = loads as [Load, Load]
      deepStrictEqual(await readPage(own), await readPage(others))
      for (const load of [own, others]) await drive(load, WARM_UP_SECONDS)
      return [
        await compareRates(
          name,
          () => drive(own),
          () => drive(others),
          60,
        ),
      ]
    } finally {
      await floor.stop()
    }
  })

/** The parts that must be equal: the rows, and the total if the answer has one. */
async function readPage({ url, headers }: Load) {
  const answer = await fetch(url, { headers: headers as Record<string, string> })
  const { data, meta } = (await answer.json()) as { data: unknown[]; meta?: { total: number } }
  return { status: answer.status, data, total: meta?.total }
}
