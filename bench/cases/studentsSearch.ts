import { launchElimu } from '../launch.ts'
import { bounded, type Measurement } from '../printTable.ts'
import { LARGE, withStudents } from '../prepareStudents.ts'
import { signedInHeaders } from '../signedIn.ts'
import { median } from '../drive.ts'

const TRIES = 15

/** One search at a time in a large register: nothing found, a few found, most found, by name and by another order. */
const searches = {
  'nothing found': 'search=xyz',
  'a few found': 'search=njeri+123',
  'most found': 'search=a',
  'a few found, by liaison officer': 'search=njeri+123&sort=liaison',
  'a few found by a liaison officer’s name': 'search=baraka+mutiso',
}

export const studentsSearch = (): Promise<Measurement[]> =>
  withStudents(LARGE, async ({ dataDir }) => {
    const elimu = await launchElimu({ DATA_DIR: dataDir })
    try {
      const headers = await signedInHeaders(elimu.url)
      const measurements: Measurement[] = []
      for (const [name, search] of Object.entries(searches)) {
        const times: number[] = []
        for (let tries = 0; tries < TRIES; tries++) {
          const began = performance.now()
          const answer = await fetch(`${elimu.url}/api/students?query=list&size=25&${search}`, { headers })
          await answer.arrayBuffer()
          times.push(performance.now() - began)
        }
        measurements.push(bounded(`search in 100,000: ${name}`, median(times), 30, 'ms'))
      }
      return measurements
    } finally {
      await elimu.stop()
    }
  })
