import { once } from 'node:events'
import { median } from './drive.ts'
import { launchElimu } from './launch.ts'
import { SMALL } from './prepareStudents.ts'
import { signedInHeaders } from './signedIn.ts'

const TRIES = 15

export const annualReports = {
  academic: (year: number) => `/api/reports?query=academic-rep&year=${year}`,
  finance: (year: number) => `/api/finance?query=finance-rep&year=${year}`,
}

/** An annual report asked for again and again: how long it takes, and how long it makes others wait at most. */
export async function timeAnnual(
  env: Record<string, string>,
  call: string,
): Promise<{ ms: number; longestWait: number }> {
  const elimu = await launchElimu(env, ['--import', './bench/loopProbe.ts'])
  try {
    const headers = await signedInHeaders(elimu.url)
    const times: number[] = []
    for (let tries = -3; tries < TRIES; tries++) {
      if (tries === 0) elimu.process.send('begin')
      const began = performance.now()
      const answer = await fetch(elimu.url + call, { headers })
      const { data } = (await answer.json()) as { data: unknown[] }
      if (tries >= 0) times.push(performance.now() - began)
      if (data.length !== SMALL) throw new Error(`${call} answered ${data.length} rows`)
    }
    const told = once(elimu.process, 'message')
    elimu.process.send('end')
    const [longestWait] = (await told) as [number]
    return { ms: median(times), longestWait }
  } finally {
    await elimu.stop()
  }
}
