import { dayOf, daysFrom, formatDay } from '#contract/base/days.ts'
import {
  adultOn,
  isAskedToo,
  lastDayOfChild,
  type Purpose,
  purposes,
} from '#contract/privacy/consentStates.ts'
import { firstNotice } from '#contract/privacy/firstNotice.ts'
import { drawPdf } from '../fixtures/drawPdf.ts'
import type { DemoStudent } from './addStudents.ts'
import { fileOf, type Visitor } from './createVisitor.ts'
import { runConcurrently } from './runConcurrently.ts'

/** What the family of each student of a row did; most agreed to everything. */
const rows = {
  4: 'refused pictures',
  9: 'withdrew pictures',
  11: 'child refused videos',
  14: 'refused publication',
  16: 'ends soon',
  17: 'ended',
  18: 'not recorded',
} as const
const ROW = 20
type Story = (typeof rows)[keyof typeof rows] | 'agreed'

const NOTICE = '2026-01'
const CONTACT = 'P.O. Box 412, 40100 Kisumu, telephone 0700 000 412'
/** The records of those who left before the demo's first year are older. */
const RETENTION_YEARS = 3
/** What families are told with the form. */
const explained = { notice_version: NOTICE, explained_by: 'Brian Kiprotich', place: 'Kisumu' }

/** One of the children of the demo's own supporter, so that signing in as them shows what is not shared. */
const WITHDRAWN_OF_OWN = 1

/** Consents of most students, as signed forms; some were refused, withdrawn or have ended. */
export async function addConsents(visitor: Visitor, students: DemoStudent[], now: Date): Promise<void> {
  const today = dayOf(now)
  await visitor.put('/api/retention', { years: RETENTION_YEARS })
  const notice = firstNotice({ charity: 'Elimu', contact: CONTACT, years: RETENTION_YEARS })
  await visitor.put('/api/privacy/notice', { version: NOTICE, ...notice })
  await visitor.put('/api/consents/gate', { mode: 'count', contact: CONTACT })
  const own = students.filter(({ isOwn }) => isOwn)[WITHDRAWN_OF_OWN]
  await runConcurrently(
    students.length,
    () => {},
    async (index) => {
      const student = students[index]
      if (!student) return
      const story = student === own ? 'withdrew pictures' : storyOf(index)
      if (story === 'not recorded') return
      await visitor.post(`/api/students/${student.id}/consents`, signedForm(student, story, today))
      if (story === 'withdrew pictures')
        await visitor.post(`/api/students/${student.id}/consents`, withdrawal(student, today))
    },
  )
}

/** What the family of a student did, by their position among all. */
export const storyOf = (index: number): Story => (rows as Record<number, Story>)[index % ROW] ?? 'agreed'

function giverOf({ dob, mother, guardian, name }: DemoStudent, on: string) {
  if (on >= adultOn(dob)) return { given_by: 'student', name }
  return mother.includes('late')
    ? { given_by: 'guardian', name: guardian }
    : { given_by: 'mother', name: mother }
}

function signedForm(student: DemoStudent, story: Story, today: string): FormData {
  const given_on = daysFrom(today, story === 'ended' ? -400 : -60)
  const giver = giverOf(student, given_on)
  const ends: Partial<Record<Story, string>> = {
    ended: daysFrom(today, -30),
    'ends soon': daysFrom(today, 45),
  }
  const until = ends[story]
  const form = new FormData()
  const fields = { ...giver, ...explained, how: 'signed', given_on }
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  if (until && giver.given_by !== 'student' && until <= lastDayOfChild(student.dob))
    form.append('until', until)
  for (const purpose of purposes) {
    const isNo = story === `refused ${purpose}`
    form.append(`answers[${purpose}]`, isNo ? 'no' : 'yes')
    if (isAskedToo(student.dob, given_on))
      form.append(`child_answers[${purpose}]`, isNo || story === `child refused ${purpose}` ? 'no' : 'yes')
  }
  form.append(
    'form',
    fileOf(drawForm(student, giver.name, given_on), `${student.ref}-consent.pdf`, 'application/pdf'),
  )
  return form
}

const withdrawal = (student: DemoStudent, today: string) => {
  const answers: Partial<Record<Purpose, 'no'>> = { pictures: 'no' }
  const given_on = daysFrom(today, -7)
  return {
    ...giverOf(student, given_on),
    ...explained,
    how: 'spoken',
    witness: 'Brian Ochieng',
    given_on,
    answers,
  }
}

const drawForm = ({ name, ref }: DemoStudent, giver: string, on: string) =>
  drawPdf([
    { text: 'SAMPLE: made for a demonstration of Elimu', x: 72, y: 84, size: 10 },
    { text: 'Consent form', x: 72, y: 150, size: 22, isBold: true },
    { text: `${name}, ${ref}`, x: 72, y: 210, size: 14 },
    { text: `Signed by ${giver} on ${formatDay(on)}`, x: 72, y: 234, size: 14 },
  ])
