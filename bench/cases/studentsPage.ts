import { besideFloor } from '../besideFloor.ts'
import { pageUrl, paceOf, timesTheFirst } from '../farPages.ts'
import type { Measurement } from '../printTable.ts'
import { LARGE, SMALL, withStudents } from '../prepareStudents.ts'

/** The first page of the register, with liaison officer, supporter and the total. */
export const studentsPage = (): Promise<Measurement[]> =>
  withStudents(SMALL, ({ dataDir }) =>
    besideFloor('students page of 25 of 10,000', { DATA_DIR: dataDir }, pageUrl(1)),
  )

/** Pages far into a large register, compared with the first page of a small one. */
export async function studentsFarPages(): Promise<Measurement[]> {
  const { first } = await withStudents(SMALL, ({ dataDir }) =>
    paceOf({ DATA_DIR: dataDir }, { first: pageUrl(1) }),
  )
  const far = await withStudents(LARGE, ({ dataDir }) =>
    paceOf(
      { DATA_DIR: dataDir },
      {
        'first page of 100,000': pageUrl(1),
        'middle page of 100,000': pageUrl(LARGE / 50),
        'last page of 100,000': pageUrl(LARGE / 25),
        'last page of 100,000 by status': pageUrl(LARGE / 25, '&sort=-status'),
      },
    ),
  )
  return timesTheFirst(first, far)
}
