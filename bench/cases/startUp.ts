import { median } from '../drive.ts'
import { launchElimu } from '../launch.ts'
import type { BenchData } from '../prepareData.ts'
import { bounded, type Measurement } from '../printTable.ts'

const STARTS = 5

/** From the process to its greeting, with nothing left to migrate. */
export async function startUp({ dataDir }: BenchData): Promise<Measurement[]> {
  const times: number[] = []
  for (let start = 0; start < STARTS; start++) {
    const elimu = await launchElimu({ DATA_DIR: dataDir })
    times.push(elimu.startedInMs)
    await elimu.stop()
  }
  return [bounded('start-up', median(times), 2_000, 'ms')]
}
