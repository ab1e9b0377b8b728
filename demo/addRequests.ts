import { dayOf, daysFrom, formatDay } from '#contract/base/days.ts'
import type { RequestKind, RightsRequest } from '#contract/privacy/requests.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { DEMO_PASSWORD } from '../server/identity/passwords/passwordRules.ts'
import { drawPdf } from '../fixtures/drawPdf.ts'
import type { DemoStudent } from './addStudents.ts'
import { fileOf, type Visitor } from './createVisitor.ts'

type Asked = {
  kind: RequestKind
  /** How many days ago. */
  ago: number
  asked_by: string
  relation: string
  identity_check: string
  words: string
  isLetter?: boolean
}

/** Requests about records: one is overdue, one waits with its record, one is refused, and one is answered. */
export async function addRequests(visitor: Visitor, students: DemoStudent[], now: Date): Promise<void> {
  const today = dayOf(now)
  const active = students.filter(({ status }) => status === STUDENT_ACTIVE)
  const [first] = active
  const left = students.find(({ status }) => status !== STUDENT_ACTIVE)
  if (!first || !left) return
  const askerOf = ({ mother, guardian }: DemoStudent) =>
    mother.includes('late')
      ? { asked_by: guardian, relation: 'Guardian' }
      : { asked_by: mother, relation: 'Mother' }
  const note = async (student: DemoStudent | undefined, { ago, isLetter, ...asked }: Asked) => {
    if (!student) return undefined
    const asked_on = daysFrom(today, -ago)
    const form = new FormData()
    for (const [field, value] of Object.entries({ student_id: student.id, asked_on, ...asked }))
      form.append(field, String(value))
    if (isLetter)
      form.append('letter', fileOf(drawLetter(student, asked, asked_on), 'letter.pdf', 'application/pdf'))
    return (await visitor.post<{ data: RightsRequest }>('/api/requests', form)).data
  }
  const decide = async (request: RightsRequest | undefined, decision: object) =>
    request && visitor.post(`/api/requests/${request.id}?_method=PATCH`, decision)

  const overdue = await note(first, {
    kind: 'access',
    ago: 10,
    ...askerOf(first),
    identity_check: 'National ID card',
    words: 'I want to read what you have written about my child, and to know who has seen the pictures.',
    isLetter: true,
  })
  await decide(overdue, { state: 'accepted' })
  await note(active[3], {
    kind: 'correction',
    ago: 5,
    asked_by: active[3]?.name ?? '',
    relation: 'The student',
    identity_check: 'Known to the liaison officer',
    words: 'My ambition is wrong. I want to be a nurse, not a teacher.',
  })
  const refused = await note(active[5], {
    kind: 'erasure',
    ago: 7,
    asked_by: 'Daniel Okello',
    relation: 'Somebody else',
    identity_check: 'Came to the office without a document',
    words: 'Please remove everything about this child.',
  })
  await decide(refused, {
    state: 'refused',
    ground: 'relation',
    reason:
      'You told us that you are a neighbour. Only a parent, a guardian or the student can ask for this.',
  })
  const answered = await note(active[7], {
    kind: 'copy',
    ago: 20,
    asked_by: active[7]?.guardian ?? '',
    relation: 'Guardian',
    identity_check: 'The phone number in the record',
    words: 'We are moving to Kisumu, and the new organisation asks for the report cards.',
  })
  await decide(answered, { state: 'accepted' })
  await decide(answered, { state: 'answered', reason: 'Handed over on a memory stick, in the office.' })

  const waiting = await note(left, {
    kind: 'erasure',
    ago: 3,
    ...askerOf(left),
    identity_check: 'National ID card',
    words: 'The school years are over. Please remove the record.',
  })
  if (!waiting) return
  // Filling the demo may take longer than a confirmation is valid.
  await visitor.post('/api/account/confirm', { password: DEMO_PASSWORD })
  await visitor.post(`/api/students/${left.id}/anonymise`, { ref: left.ref, request_id: waiting.id })
}

const drawLetter = (
  { name, ref }: DemoStudent,
  { asked_by, words }: Pick<Asked, 'asked_by' | 'words'>,
  on: string,
) =>
  drawPdf([
    { text: 'SAMPLE: made for a demonstration of Elimu', x: 72, y: 84, size: 10 },
    { text: `${asked_by}, ${formatDay(on)}`, x: 72, y: 150, size: 14 },
    { text: `About ${name}, ${ref}`, x: 72, y: 180, size: 14, isBold: true },
    { text: words, x: 72, y: 220, size: 11 },
  ])
