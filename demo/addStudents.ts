import type { School } from '#contract/schools.ts'
import { type Person, type StudentRow, STUDENT_ACTIVE } from '#contract/students.ts'
import { USER_ACTIVE } from '#contract/users.ts'
import { createPick, type Pick } from './createPick.ts'
import type { Visitor } from './createVisitor.ts'
import { schoolsFor } from './demoSchools.ts'
import { inventJoined, inventStudent, statusOf } from './demoStudents.ts'
import { drawPdf } from './drawPdf.ts'
import { drawPicture } from './drawPicture.ts'
import { eachOf } from './eachOf.ts'
import { fileOf } from './fileOf.ts'
import type { Tell } from './fillDemo.ts'

const reasons = ['Moved abroad with the family', 'Sat for KCSE', 'Left to work', '']

/** A student who was added, with what was typed of them. */
export type DemoStudent = Awaited<ReturnType<typeof addStudent>> & {
  status: number
  reason: string
  /** Whether the demo's own supporter supports them. */
  isOwn: boolean
}

/**
 * Fills the register: students with pictures and certificates, for all who may hold or support them. They are all
 * active yet; `status` is what becomes of them.
 */
export async function addStudents(
  visitor: Visitor,
  schools: School[],
  { year, count, tell }: { year: number; count: number; tell: Tell },
): Promise<DemoStudent[]> {
  const { data: liaisons } = await visitor.get<{ data: Person[] }>('/api/getliaison')
  const { data: everybody } = await visitor.get<{ data: Person[] }>('/api/getsupporters')
  const supporters = everybody.filter(({ status }) => status === USER_ACTIVE)
  const students: DemoStudent[] = []
  const tellDone = (done: number) => tell('students', done, count)
  await eachOf(count, tellDone, async (index) => {
    const pick = createPick(index * 7_919 + 17)
    const status = statusOf(index)
    const joined = inventJoined(pick, status, year)
    const added = await addStudent(visitor, pick, schools, pick(liaisons), joined)
    const isOwn = await giveSupporter(visitor, added.id, index, pick, supporters)
    students[index] = { ...added, status, reason: pick(reasons), isOwn }
  })
  return students
}

async function addStudent(visitor: Visitor, pick: Pick, schools: School[], liaison: Person, joined: number) {
  const { isGirl, ...fields } = inventStudent(pick, joined)
  const school = pick(schoolsFor(fields, schools))
  const form = new FormData()
  const typed = { ...fields, school_id: school.id, liaison_id: liaison.id }
  for (const [field, value] of Object.entries(typed)) form.append(field, String(value))
  form.append('pic', fileOf(await drawPicture(pick, isGirl), 'picture.jpg', 'image/jpeg'))
  form.append('cert', fileOf(drawCertificate(fields), 'kcpe-certificate.pdf', 'application/pdf'))
  const { data } = await visitor.post<{ data: StudentRow }>('/api/students?query=list', form)
  return { ...typed, id: data.id, ref: data.ref, joined }
}

/** Most have one. Tells whether it is the demo's own. */
async function giveSupporter(
  visitor: Visitor,
  id: number,
  index: number,
  pick: Pick,
  supporters: Person[],
): Promise<boolean> {
  // The demo's own supporter has a handful, so that signing in as them shows something.
  const own = supporters.find(({ name }) => name === 'Margaret Njoroge')
  const supporter = index % 40 === 0 && own ? own : pick(supporters)
  if (index % 6 === 5) return false
  await changeStudent(visitor, id, { supporter_id: supporter.id })
  return supporter === own
}

/** Some are no longer active, once all that was entered of them is there. */
export async function settleStudents(visitor: Visitor, students: DemoStudent[]): Promise<void> {
  for (const { id, status, reason } of students)
    if (status !== STUDENT_ACTIVE) await changeStudent(visitor, id, { status, reason })
}

const changeStudent = (visitor: Visitor, id: number, change: object) =>
  visitor.post(`/api/students/${id}?_method=PATCH&query=list`, change)

function drawCertificate({ name, kcpe, dob }: { name: string; kcpe: number; dob: string }): Buffer {
  const year = Number(dob.slice(0, 4)) + 13
  return drawPdf([
    { text: 'SAMPLE: made for a demonstration of Elimu', x: 72, y: 84, size: 10 },
    { text: 'Kenya Certificate of Primary Education', x: 72, y: 150, size: 22, isBold: true },
    { text: `This is to certify that ${name}`, x: 72, y: 210, size: 14 },
    { text: `born on ${dob}, sat for the examination in ${year}`, x: 72, y: 234, size: 14 },
    { text: `and reached ${kcpe} of 500 marks.`, x: 72, y: 258, size: 14 },
    { text: `Total marks: ${kcpe}`, x: 72, y: 330, size: 18, isBold: true },
  ])
}
