import { sql } from 'kysely'
import type { SessionUser } from '#contract/identity/auth.ts'
import { canEditStudents } from '#contract/permissions.ts'
import type { StudentTask } from '#contract/records/records.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../../database/connect.ts'
import type { RecordKind } from '../../database/recordTables.ts'
import { listUnverifiedOf } from '../../records/unverifiedRecords.ts'
import type { Services } from '../../Services.ts'
import { countUnknownFacts } from '../../students/unknownFacts.ts'
import { findNewestTerms } from '../../records/newestTerms.ts'
import { lacksRecord } from '../../records/lacksRecord.ts'
import { lacksCertificate } from './listMissing.ts'

const kinds: RecordKind[] = ['report', 'receipt']

/** The steps that the viewer can take for a student, the most urgent first; none for supporters. */
export async function listTasks(
  services: Pick<Services, 'db' | 'config'>,
  student_id: number,
  viewer: SessionUser,
): Promise<StudentTask[]> {
  if (!canEditStudents(viewer.role)) return []
  const open: StudentTask[] = []
  for (const kind of kinds) open.push(...(await listUnverifiedOf(services, kind, student_id, viewer)))
  return [
    ...open.filter(({ state }) => state === 'returned'),
    ...open.filter(({ state }) => state === 'unverified'),
    ...(await listLacking(services.db, student_id)),
  ]
}

/** Something to add. `time` is the term of a record. */
const missing = (of: StudentTask['of'], time: StudentTask['time'] = null): StudentTask => ({
  of,
  state: 'missing',
  id: null,
  time,
  total_cost: null,
  by: null,
  at: null,
  remark: null,
})

/** What an active student lacks: a record of the newest term of its kind, the picture, the certificate, facts. */
async function listLacking(db: Db, student_id: number): Promise<StudentTask[]> {
  const terms = await findNewestTerms(db)
  const lacks = await db
    .selectFrom('students')
    .select((eb) => {
      const flag = (condition: ReturnType<typeof lacksCertificate | ReturnType<typeof lacksRecord>>) =>
        eb.case().when(condition).then(1).else(0).end()
      return [
        flag(lacksRecord(db, 'report', terms.report)(eb)).as('report'),
        flag(lacksRecord(db, 'receipt', terms.receipt)(eb)).as('receipt'),
        flag(eb('picture_id', 'is', null)).as('picture'),
        flag(lacksCertificate(eb)).as('certificate'),
        flag(sql<boolean>`${countUnknownFacts} > 0`).as('facts'),
      ]
    })
    .where('id', '=', student_id)
    .where('status', '=', STUDENT_ACTIVE)
    .executeTakeFirst()
  if (!lacks) return []
  return [
    ...kinds.filter((of) => lacks[of] === 1).map((of) => missing(of, namedTime(terms[of]))),
    ...(['picture', 'certificate', 'facts'] as const)
      .filter((of) => lacks[of] === 1)
      .map((of) => missing(of)),
  ]
}

const namedTime = (time: NonNullable<StudentTask['time']> | null) =>
  time && {
    year_id: time.year_id,
    term_id: time.term_id,
    year_name: time.year_name,
    term_name: time.term_name,
  }
