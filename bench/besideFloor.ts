import { deepStrictEqual } from 'node:assert'
import { compare } from './drive.ts'
import { launch, launchElimu } from './launch.ts'
import { type Measurement, shareOfFloor } from './printTable.ts'
import { signedInHeaders } from './signedIn.ts'

/** Drives Elimu and the floor with the same page of the same records, and makes sure that both give the same rows. */
export async function besideFloor(
  name: string,
  records: Record<string, string>,
  page: string,
): Promise<Measurement[]> {
  const elimu = await launchElimu(records)
  const floor = await launch(['bench/floor.ts'], records)
  try {
    const headers = await signedInHeaders(elimu.url)
    const loads = {
      elimu: { url: elimu.url + page, headers },
      floor: { url: floor.url + page, headers },
    }
    deepStrictEqual(await readPage(loads.elimu), await readPage(loads.floor))
    const paces = await compare(loads)
    return [shareOfFloor(name, paces.elimu, paces.floor.perSecond, 60)]
  } finally {
    await Promise.all([elimu.stop(), floor.stop()])
  }
}

/** The parts that must be equal: the rows, and the total if the answer has one. */
async function readPage({ url, headers }: { url: string; headers: Record<string, string> }) {
  const answer = await fetch(url, { headers })
  const { data, meta } = (await answer.json()) as { data: unknown[]; meta?: { total: number } }
  return { status: answer.status, data, total: meta?.total }
}
