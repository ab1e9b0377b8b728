import type { School } from '#contract/schools.ts'
import { type Person, type StudentRow, STUDENT_ACTIVE } from '#contract/students.ts'
import { USER_ACTIVE } from '#contract/users.ts'
import { createPick, type Pick } from './createPick.ts'
import type { Visitor } from './createVisitor.ts'
import { inventStudent, statusOf } from './demoStudents.ts'
import { drawPdf } from './drawPdf.ts'
import { drawPicture } from './drawPicture.ts'

const STUDENTS = 250
/** As many as keep both cores of a small machine busy with drawing. */
const AT_ONCE = 4

const reasons = ['Moved abroad with the family', 'Sat for KCSE', 'Left to work', '']

/** Fills the register: students with pictures and certificates, of all statuses, for all who may hold or support them. */
export async function addStudents(visitor: Visitor, schools: School[]): Promise<void> {
  const { data: liaisons } = await visitor.get<{ data: Person[] }>('/api/getliaison')
  const { data: everybody } = await visitor.get<{ data: Person[] }>('/api/getsupporters')
  const supporters = everybody.filter(({ status }) => status === USER_ACTIVE)
  let next = 0
  async function addUntilEnd(): Promise<void> {
    for (let index = next++; index < STUDENTS; index = next++) {
      const pick = createPick(index * 7_919 + 17)
      const { id } = await addStudent(visitor, pick, pick(schools), pick(liaisons))
      await settle(visitor, id, index, pick, supporters)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, addUntilEnd))
}

async function addStudent(
  visitor: Visitor,
  pick: Pick,
  school: School,
  liaison: Person,
): Promise<StudentRow> {
  const { isGirl, ...fields } = inventStudent(pick)
  const form = new FormData()
  const typed = { ...fields, school_id: school.id, liaison_id: liaison.id }
  for (const [field, value] of Object.entries(typed)) form.append(field, String(value))
  form.append('pic', fileOf(await drawPicture(pick, isGirl), 'picture.jpg', 'image/jpeg'))
  form.append('cert', fileOf(drawCertificate(fields), 'kcpe-certificate.pdf', 'application/pdf'))
  const { data } = await visitor.post<{ data: StudentRow }>('/api/students?query=list', form)
  return data
}

/** Most have a supporter, and some are no longer active. */
async function settle(
  visitor: Visitor,
  id: number,
  index: number,
  pick: Pick,
  supporters: Person[],
): Promise<void> {
  const change = (body: object) => visitor.post(`/api/students/${id}?_method=PATCH&query=list`, body)
  // The demo's own supporter has a handful, so that signing in as them shows something.
  const own = supporters.find(({ name }) => name === 'Margaret Njoroge')
  const supporter = index % 40 === 0 && own ? own : pick(supporters)
  if (index % 6 !== 5) await change({ supporter_id: supporter.id })
  const status = statusOf(index)
  if (status !== STUDENT_ACTIVE) await change({ status, reason: pick(reasons) })
}

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

const fileOf = (bytes: Buffer, name: string, type: string) =>
  new File([Uint8Array.from(bytes)], name, { type })
