import { deepStrictEqual } from 'node:assert'
import { compare } from '../drive.ts'
import { launch, launchElimu } from '../launch.ts'
import type { BenchData } from '../prepareData.ts'
import { shareOfFloor, type Measurement } from '../printTable.ts'
import { signedInHeaders } from '../signedIn.ts'

export const USERS_PAGE = '/api/getUsers?page=1&size=25'

/** A list page as a signed-in user asks for it, beside the least that could answer it. */
export async function usersPage({ dataDir }: BenchData): Promise<Measurement[]> {
  const elimu = await launchElimu({ DATA_DIR: dataDir })
  const floor = await launch(['bench/floor.ts'], { DATA_DIR: dataDir })
  try {
    const headers = await signedInHeaders(elimu.url)
    const loads = {
      elimu: { url: elimu.url + USERS_PAGE, headers },
      floor: { url: floor.url + USERS_PAGE, headers },
    }
    deepStrictEqual(await readPage(loads.elimu), await readPage(loads.floor))
    const paces = await compare(loads)
    return [shareOfFloor('users page of 25', paces.elimu, paces.floor.perSecond, 60)]
  } finally {
    await Promise.all([elimu.stop(), floor.stop()])
  }
}

/** What both must agree on: the rows and their count. */
async function readPage({ url, headers }: { url: string; headers: Record<string, string> }) {
  const answer = await fetch(url, { headers })
  const { data, meta } = (await answer.json()) as { data: unknown[]; meta: { total: number } }
  return { status: answer.status, data, total: meta.total }
}
