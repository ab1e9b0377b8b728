import { namesOf } from '#contract/base/fields.ts'
import type { PaymentPoint } from '#contract/money/payments.ts'
import { withYields } from '../base/yieldToRequests.ts'
import { comparedNumber } from '../students/duplicates/similarStudents.ts'
import type { Line } from './paymentLines.ts'
import type { AccountInUse } from './schoolAccounts.ts'

/** Which parts of a key are ids of students, by the kinds that have any. Before them is the school, after them the amount. */
const studentsIn: Partial<Record<PaymentPoint, [from: number, until?: number]>> = {
  same_admission_no: [1],
  no_plan: [0, 1],
  above_plan: [0, 1],
  no_admission_no: [0, 1],
}
export const pointsAboutStudents = namesOf(studentsIn)

/** The key of a point with something else in place of a student’s id, if it has that. */
export function keyWithout(kind: PaymentPoint, key: string, student_id: number, instead: string): string {
  const [, ...about] = key.split('-')
  const [from, until = about.length] = studentsIn[kind] ?? [0, 0]
  const isId = (part: string, place: number) => place >= from && place < until && part === String(student_id)
  return [kind, ...about.map((part, place) => (isId(part, place) ? instead : part))].join('-')
}

/** What an approver has to check. The key consists of ids and amounts, and changes with what was checked. */
export type Point = {
  key: string
  kind: PaymentPoint
  school_id: number | null
  school: string | null
  students: number[]
  /** Whether it came up after the payment was sent for approval. */
  isNew: boolean
}

/** The points of the lines that are paid, with the accounts in use by school. */
export async function pointsOf(lines: Line[], accounts: ReadonlyMap<number, AccountInUse>): Promise<Point[]> {
  const paid = lines.filter(({ is_left_out }) => !is_left_out)
  const bySchool = Map.groupBy(paid, ({ school_id }) => school_id)
  const sharing = Map.groupBy(accounts.values(), ({ same }) => same)
  const points: Point[] = []
  const add = (
    kind: PaymentPoint,
    of: Pick<Line, 'school_id' | 'school'>,
    about: number[],
    students: Line[],
    isNew = false,
  ) =>
    points.push({
      key: [kind, ...about].join('-'),
      kind,
      school_id: of.school_id,
      school: of.school,
      students: students.map(({ student_id }) => student_id),
      isNew,
    })

  const sharedSeen = new Set<string>()
  for await (const [school_id, own] of withYields(bySchool)) {
    const account = accounts.get(school_id)
    const [first] = own
    if (!account || !first) continue
    if (account.checked_at === null) add('account', first, [account.id], [])
    const same = sharing.get(account.same) ?? []
    if (same.length > 1 && !sharedSeen.has(account.same))
      add(
        'same_account',
        first,
        same.map(({ id }) => id),
        [],
      )
    sharedSeen.add(account.same)
    for (const [number, alike] of Map.groupBy(own, (line) => comparedNumber(line.admission_no)))
      if (number !== '' && alike.length > 1)
        add('same_admission_no', first, [school_id, ...alike.map(({ student_id }) => student_id)], alike)
  }
  for await (const line of withYields(paid)) {
    const { student_id, owed, owed_then, amount, admission_no } = line
    const isNew = owed !== owed_then
    if (owed === null) add('no_plan', line, [student_id, amount], [line], isNew)
    else if (amount > owed) add('above_plan', line, [student_id, amount, owed], [line], isNew)
    if (admission_no === null) add('no_admission_no', line, [student_id], [line])
  }
  return points
}
