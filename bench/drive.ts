import autocannon from 'autocannon'

export type Load = Pick<autocannon.Options, 'url' | 'headers' | 'requests'>
export type Pace = { perSecond: number; p50: number; p99: number }

/** As many connections as an office has open at once. */
export const CONNECTIONS = 10
const WARM_UP_SECONDS = 3
const ROUND_SECONDS = 4
const ROUNDS = 5

/**
 * Measures the contenders alternately, round after round, so that a busy moment of the machine affects all of them,
 * and takes the median of each.
 */
export async function compare<Name extends string>(loads: Record<Name, Load>): Promise<Record<Name, Pace>> {
  const contenders = Object.entries(loads) as [Name, Load][]
  for (const [, load] of contenders) await drive(load, WARM_UP_SECONDS)

  const rounds = new Map<Name, Pace[]>(contenders.map(([name]) => [name, []]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, load] of contenders) rounds.get(name)?.push(await drive(load, ROUND_SECONDS))
  const medians = contenders.map(([name]) => [name, medianPace(rounds.get(name) ?? [])])
  return Object.fromEntries(medians) as Record<Name, Pace>
}

/** One round of load. An answer other than a success makes the whole measurement worthless. */
export async function drive(load: Load, seconds = ROUND_SECONDS): Promise<Pace> {
  const result = await autocannon({ ...load, connections: CONNECTIONS, duration: seconds })
  const { non2xx, errors, latency, duration } = result
  if (non2xx + errors > 0)
    throw new Error(`${load.url}: ${non2xx} refusals and ${errors} errors beside ${result['2xx']} answers`)
  return { perSecond: result['2xx'] / duration, p50: latency.p50, p99: latency.p99 }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const medianPace = (rounds: Pace[]): Pace => ({
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99)),
})
