import { type Lookup, type LookupKind, lookupKinds, lookupName } from '#contract/lookups.ts'
import type { School } from '#contract/schools.ts'
import { STUDENT_ACTIVE } from '#contract/students.ts'
import type { DemoStudent } from './addStudents.ts'
import { addTerm, type Known } from './addTerm.ts'
import { createPick, type Pick } from './createPick.ts'
import type { Visitor } from './createVisitor.ts'
import { inventPupil } from './demoReports.ts'
import { schoolsFor } from './demoSchools.ts'
import { GRADUATED } from './demoStudents.ts'
import type { DemoTerm } from './demoYears.ts'
import { drawDocument } from './drawRecords.ts'
import { eachOf } from './eachOf.ts'
import { fileOf } from './fileOf.ts'
import type { Tell } from './fillDemo.ts'

type Charity = { students: DemoStudent[]; schools: School[]; terms: DemoTerm[] }

const documents = { 1: 'Fee structure', 2: 'Account statement' }

/** Years of reports and receipts, entered by the liaison officers and verified by the administrator. */
export async function addRecords(
  administrator: Visitor,
  liaisons: Map<number, Visitor>,
  { students, schools, terms }: Charity,
  tell: Tell,
): Promise<void> {
  const known = await readLookups(administrator, terms)
  const tellDone = (done: number) => tell('report cards and receipts', done, students.length)
  await eachOf(students.length, tellDone, async (index) => {
    const student = students[index]
    if (!student) return
    const pick = createPick(index * 104_729 + 5)
    const author = liaisons.get(student.liaison_id) ?? pick([...liaisons.values()])
    const pupil = inventPupil(pick, student.name)
    const yearFees = pick([36_480.5, 40_535, 45_054, 53_554.5, 61_200])
    // Few change school, and then in the midst of a year as often as not.
    const movesAt = pick([...Array.from({ length: 17 }, () => 0), 1, 2, 6])
    const own = termsOf(pick, student, terms, index % 3 === 0)
    let at = schools.find(({ id }) => id === student.school_id)
    for (const [place, { year, ...term }] of own.entries()) {
      if (place > 0 && place === movesAt)
        at = await move(administrator, student, pick(schoolsFor(student, schools)))
      const served = (Number(year) - student.joined) * 3 + Number(term.term.slice(-1)) - 1
      const time = { year, ...term, class_name: `Form ${Number(year) - student.joined + 1}`, served }
      const whose = { id: student.id, name: student.name, ref: student.ref, school: at?.school ?? '' }
      await addTerm({ author, administrator, known }, pick, { whose, time, pupil, yearFees })
    }
    const [last] = own.slice(-1)
    if (last && index % 3 === 0) await addDocuments(author, student, at, { ...last, yearFees }, known)
  })
}

/** From when they joined until now, or the last year of it; who left, left some terms ago. */
function termsOf(pick: Pick, { joined, status }: DemoStudent, terms: DemoTerm[], areAllYears: boolean) {
  const years = terms.filter(({ year }) => Number(year) >= joined && Number(year) < joined + 4)
  const own = status === STUDENT_ACTIVE || status === GRADUATED ? years : years.slice(0, -pick([1, 2, 3]))
  return areAllYears ? own : own.filter(({ year }) => year === own.at(-1)?.year)
}

async function move(administrator: Visitor, student: DemoStudent, to: School): Promise<School> {
  const { id, ref: _ref, joined: _joined, status: _status, reason: _reason, ...typed } = student
  await administrator.post(`/api/students/${id}?_method=PUT&query=list`, { ...typed, school_id: to.id })
  return to
}

async function addDocuments(
  author: Visitor,
  { id, name, ref }: DemoStudent,
  at: School | undefined,
  { year, yearFees }: { year: string; yearFees: number },
  known: Known,
): Promise<void> {
  const facts = { name, ref, school: at?.school ?? '', year, term: '' }
  for (const [type, title] of Object.entries(documents)) {
    const form = new FormData()
    form.append('type', type)
    form.append('studId', String(id))
    form.append('year', String(known.years.get(year)))
    form.append('file', fileOf(drawDocument(title, facts, yearFees), `${title}.pdf`, 'application/pdf'))
    await author.post('/api/doc', form)
  }
}

/** The ids by the names, with the years that no fresh installation has yet. */
async function readLookups(administrator: Visitor, terms: DemoTerm[]): Promise<Known> {
  const idsOf = async (kind: LookupKind) => {
    const { data } = await administrator.get<{ data: Lookup[] }>(`/api/${kind}`)
    return new Map(data.map((lookup) => [lookupName(kind, lookup), lookup.id]))
  }
  const years = await idsOf('years')
  for (const year_name of new Set(terms.map(({ year }) => year)))
    if (!years.has(year_name)) await administrator.post('/api/years', { year_name })
  const read = lookupKinds.map(async (kind) => [kind, await idsOf(kind)])
  return Object.fromEntries(await Promise.all(read)) as Known
}
