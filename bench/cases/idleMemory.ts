import { drive } from '../drive.ts'
import { launchElimu } from '../launch.ts'
import { restingMb } from '../memory.ts'
import type { BenchData } from '../prepareData.ts'
import { bounded, type Measurement } from '../printTable.ts'
import { signedInHeaders } from '../signedIn.ts'
import { USERS_PAGE } from './usersPage.ts'

/** The memory of the idle server: freshly started, and after a rush of requests. */
export async function idleMemory({ dataDir }: BenchData): Promise<Measurement[]> {
  const elimu = await launchElimu({ DATA_DIR: dataDir })
  try {
    const fresh = bounded('resident, idle', await restingMb(elimu.pid), 90, 'MB')
    await drive({ url: elimu.url + USERS_PAGE, headers: await signedInHeaders(elimu.url) }, 5)
    const used = Math.round(await restingMb(elimu.pid))
    return [fresh, { name: 'resident, idle after load', elimu: `${used} MB` }]
  } finally {
    await elimu.stop()
  }
}
