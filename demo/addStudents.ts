import sharp from 'sharp'
import type { School } from '#contract/schools.ts'
import { type Person, STUDENT_ACTIVE, type StudentRow } from '#contract/students/students.ts'
import { USER_ACTIVE } from '#contract/users.ts'
import { createPick, type Pick as Picker } from '../fixtures/createPick.ts'
import { fileOf, type Visitor } from './createVisitor.ts'
import type { DemoClock } from './demoTime.ts'
import { schoolsFor } from '../fixtures/schools.ts'
import { inventSeniorStudent, isSenior } from '../fixtures/inventSenior.ts'
import { GRADUATED, inventJoined, type Invented, inventStudent, statusOf } from '../fixtures/inventStudent.ts'
import { drawPdf } from '../fixtures/drawPdf.ts'
import { runConcurrently, type ReportProgress } from './runConcurrently.ts'

const reasons = ['Moved abroad with the family', 'Sat for KCSE', 'Left to work', '']

/** A student who was added, with what was typed of them. */
export type DemoStudent = Awaited<ReturnType<typeof addStudent>> & {
  status: number
  reason: string
  /** Null without a supporter. */
  supporter_id: number | null
  /** Whether the demo's own supporter supports them. */
  isOwn: boolean
}

/**
 * Adds students with pictures and certificates, and divides them among liaison officers and supporters. All are active
 * at first; `settleStudents` gives them their `status`.
 */
export async function addStudents(
  visitor: Visitor,
  schools: School[],
  { year, count, reportProgress }: { year: number; count: number; reportProgress: ReportProgress },
): Promise<DemoStudent[]> {
  const { data: liaisons } = await visitor.get<{ data: Person[] }>('/api/getliaison')
  const { data: everybody } = await visitor.get<{ data: Person[] }>('/api/getsupporters')
  const supporters = everybody.filter(({ status }) => status === USER_ACTIVE)
  const students: DemoStudent[] = []
  const reportDone = (done: number) => reportProgress('students', done, count)
  await runConcurrently(count, reportDone, async (index) => {
    const pick = createPick(index * 7_919 + 17)
    const status = statusOf(index)
    const fields =
      status === STUDENT_ACTIVE && isSenior(index)
        ? inventSeniorStudent(pick, index, year)
        : inventStudent(pick, leftLongAgo(index) ? year - 7 : inventJoined(pick, status, year))
    const added = await addStudent(visitor, pick, schools, pick(liaisons), fields)
    const supporter = await giveSupporter(visitor, added.id, index, pick, supporters)
    students[index] = { ...added, status, reason: pick(reasons), ...supporter }
  })
  return students
}

/** Some graduates left before the first year that has records. */
const leftLongAgo = (index: number) => index % 29 === 23

async function addStudent(
  visitor: Visitor,
  pick: Picker,
  schools: School[],
  liaison: Person,
  { isGirl, joined, ...fields }: Invented,
) {
  const school = pick(schoolsFor(fields, schools))
  const form = new FormData()
  const typed = { ...fields, school_id: school.id, liaison_id: liaison.id }
  for (const [field, value] of Object.entries(typed)) form.append(field, String(value))
  form.append('pic', fileOf(await drawPicture(pick, isGirl), 'picture.jpg', 'image/jpeg'))
  const paper = drawPaper(fields)
  if (paper) form.append('cert', fileOf(paper, `${fields.entry_exam.toLowerCase()}.pdf`, 'application/pdf'))
  const { data } = await visitor.post<{ data: StudentRow }>('/api/students?query=list', form)
  return { ...typed, id: data.id, ref: data.ref, joined }
}

/** Gives most students a supporter. */
async function giveSupporter(
  visitor: Visitor,
  id: number,
  index: number,
  pick: Picker,
  supporters: Person[],
): Promise<Pick<DemoStudent, 'supporter_id' | 'isOwn'>> {
  // The demo's own supporter has a handful, so that signing in as them shows something.
  const own = supporters.find(({ name }) => name === 'Margaret Njoroge')
  const supporter = index % 40 === 0 && own ? own : pick(supporters)
  if (index % 6 === 5) return { supporter_id: null, isOwn: false }
  await changeStudent(visitor, id, { supporter_id: supporter.id })
  return { supporter_id: supporter.id, isOwn: supporter === own }
}

/** Gives students who have left their status, once all their records are entered; graduates at the end of their last year. */
export async function settleStudents(
  visitor: Visitor,
  students: DemoStudent[],
  clock: DemoClock,
): Promise<void> {
  for (const { id, status, reason, joined } of students) {
    if (status === STUDENT_ACTIVE) continue
    if (status === GRADUATED) await clock.setBack(new Date(Date.UTC(joined + 3, 10, 20, 8)))
    await changeStudent(visitor, id, { status, reason })
    await clock.goOn()
  }
}

export const changeStudent = (visitor: Visitor, id: number, change: object) =>
  visitor.post(`/api/students/${id}?_method=PATCH&query=list`, change)

type Exam = Pick<Invented, 'name' | 'dob' | 'entry_exam' | 'kcpe' | 'assessment_no'>

/** The paper of the exam; who sat none has none. */
function drawPaper({ name, dob, entry_exam, kcpe, assessment_no }: Exam): Buffer | undefined {
  if (entry_exam === 'None') return undefined
  if (entry_exam !== 'KCPE')
    return drawPdf([
      { text: 'SAMPLE: made for a demonstration of Elimu', x: 72, y: 84, size: 10 },
      { text: `${entry_exam}, result slip`, x: 72, y: 150, size: 22, isBold: true },
      { text: `${name}, born on ${dob}`, x: 72, y: 210, size: 14 },
      { text: `Assessment number ${assessment_no}`, x: 72, y: 234, size: 14 },
    ])
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

const SIZE = 480
const backgrounds = ['#d3e7e4', '#f8e3bd', '#dbe6f7', '#f7dbd3', '#e2ecd9', '#eadff2']
const skins = ['#6b4226', '#7d4e2d', '#5a3620', '#8a5a36']
const hairs = ['#17110d', '#241a14', '#0f0c0a']
const jumpers = ['#0f5a5c', '#7a1f2b', '#1f3f7a', '#2f5d34', '#4a2a63', '#8a5a00']

/** Draws a portrait, so that no photograph of a real child is shown. */
function drawPicture(pick: Picker, isGirl: boolean): Promise<Buffer> {
  const skin = pick(skins)
  const hair = pick(hairs)
  const jumper = pick(jumpers)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 120 120">
    <rect width="120" height="120" fill="${pick(backgrounds)}"/>
    ${isGirl ? girlsHair(pick, hair) : `<ellipse cx="60" cy="42" rx="24" ry="22" fill="${hair}"/>`}
    <path d="M18 122c2-26 18-36 42-36s40 10 42 36z" fill="${jumper}"/>
    <path d="M48 86l12 14 12-14-4-6H52z" fill="#fbfbf6"/>
    <rect x="53" y="70" width="14" height="18" rx="6" fill="${skin}"/>
    <ellipse cx="60" cy="54" rx="20" ry="24" fill="${skin}"/>
    <path d="M40 48c2-16 10-22 20-22s18 6 20 22c-6-8-12-10-20-10s-14 2-20 10z" fill="${hair}"/>
    <ellipse cx="52" cy="55" rx="2.2" ry="2.8" fill="#120d0a"/><ellipse cx="68" cy="55" rx="2.2" ry="2.8" fill="#120d0a"/>
    <path d="M47 49q5-3 9 0M64 49q5-3 9 0" stroke="#120d0a" stroke-width="1.6" fill="none" stroke-linecap="round"/>
    <path d="M52 ${pick(['66q8 7 16 0', '67q8 5 16 0', '66q8 9 16 0'])}" stroke="#3a140d" stroke-width="2" fill="none" stroke-linecap="round"/>
  </svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer()
}

const girlsHair = (pick: Picker, hair: string) =>
  pick([
    `<circle cx="60" cy="24" r="11" fill="${hair}"/><ellipse cx="60" cy="44" rx="25" ry="23" fill="${hair}"/>`,
    `<circle cx="36" cy="38" r="10" fill="${hair}"/><circle cx="84" cy="38" r="10" fill="${hair}"/><ellipse cx="60" cy="43" rx="24" ry="22" fill="${hair}"/>`,
    `<path d="M34 46c0-20 12-28 26-28s26 8 26 28c0 16 2 26 4 34H30c2-8 4-18 4-34z" fill="${hair}"/>`,
  ])
