import { once } from 'node:events'
import { drive } from '../drive.ts'
import { launchElimu } from '../launch.ts'
import type { BenchData } from '../prepareData.ts'
import { bounded, type Measurement } from '../printTable.ts'
import { signedInHeaders } from '../signedIn.ts'
import { USERS_PAGE } from './usersPage.ts'

/** How long one request can make all others wait. */
export async function eventLoop({ dataDir }: BenchData): Promise<Measurement[]> {
  const elimu = await launchElimu({ DATA_DIR: dataDir }, ['--import', './bench/loopProbe.ts'])
  try {
    const load = { url: elimu.url + USERS_PAGE, headers: await signedInHeaders(elimu.url) }
    await drive(load, 3)
    elimu.process.send('begin')
    await drive(load, 5)
    const answer = once(elimu.process, 'message')
    elimu.process.send('end')
    const [longest] = (await answer) as [number]
    return [bounded('longest event-loop delay under load', longest, 20, 'ms')]
  } finally {
    await elimu.stop()
  }
}
