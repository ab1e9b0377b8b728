import { compare, type Pace } from './drive.ts'
import { launchElimu } from './launch.ts'
import { type Measurement, rate } from './printTable.ts'
import { signedInHeaders } from './signedIn.ts'

/** Any page of a large register may take at most this many times as long as the first page of a small one. */
const MOST_TIMES = 3

export const pageUrl = (page: number, more = '') => `/api/students?query=list&page=${page}&size=25${more}`

/** Measures several pages of one register alternately. */
export async function paceOf<Name extends string>(
  env: Record<string, string>,
  pages: Record<Name, string>,
): Promise<Record<Name, Pace>> {
  const elimu = await launchElimu(env)
  try {
    const headers = await signedInHeaders(elimu.url)
    const entries = Object.entries<string>(pages).map(([name, page]) => [
      name,
      { url: elimu.url + page, headers },
    ])
    return await compare(
      Object.fromEntries(entries) as Record<Name, { url: string; headers: Record<string, string> }>,
    )
  } finally {
    await elimu.stop()
  }
}

export function timesTheFirst(first: Pace, far: Record<string, Pace>): Measurement[] {
  return Object.entries(far).map(([name, pace]) => {
    const times = first.perSecond / pace.perSecond
    return Object.assign(rate(name, pace), {
      floor: `${times.toFixed(1)} × first of 10,000`,
      target: `≤ ${MOST_TIMES} ×`,
      isMet: times <= MOST_TIMES,
    })
  })
}
