import { besideFloor } from '../besideFloor.ts'
import { compare } from '../drive.ts'
import { launchElimu } from '../launch.ts'
import { type Measurement, rate } from '../printTable.ts'
import { LARGE, SMALL, withStudents } from '../prepareStudents.ts'
import { signedInHeaders } from '../signedIn.ts'

const pageUrl = (page: number, more = '') => `/api/students?query=list&page=${page}&size=25${more}`
const FIRST = pageUrl(1)

/** The first page of the register, with liaison officer, supporter and the total. */
export const studentsPage = (): Promise<Measurement[]> =>
  withStudents(SMALL, ({ dataDir }) => besideFloor('students page of 25 of 10,000', dataDir, FIRST))

/** Pages far into a large register, beside the first of a small one. */
export async function farPages(): Promise<Measurement[]> {
  const first = await withStudents(SMALL, ({ dataDir }) => paceOf(dataDir, { first: FIRST }))
  const paces = await withStudents(LARGE, ({ dataDir }) =>
    paceOf(dataDir, {
      'first page of 100,000': FIRST,
      'middle page of 100,000': pageUrl(LARGE / 50),
      'last page of 100,000': pageUrl(LARGE / 25),
      'last page of 100,000 by status': pageUrl(LARGE / 25, '&sort=-status'),
    }),
  )
  return Object.entries(paces).map(([name, pace]) => {
    const times = first['first'] ? first['first'].perSecond / pace.perSecond : Number.NaN
    return Object.assign(rate(name, pace), {
      floor: `${times.toFixed(1)} × first of 10,000`,
      target: '≤ 3 ×',
      isMet: times <= 3,
    })
  })
}

async function paceOf<Name extends string>(dataDir: string, pages: Record<Name, string>) {
  const elimu = await launchElimu({ DATA_DIR: dataDir })
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
