import { curriculumInName, curriculumOf, DEFAULT_CURRICULUM } from '#contract/records/curricula.ts'
import { type Lookup, type LookupKind, lookupKinds, lookupName } from '#contract/lookups.ts'
import type { School } from '#contract/schools.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { DemoStudent } from './addStudents.ts'
import { createPick, type Pick } from '../fixtures/createPick.ts'
import { fileOf, type Visitor } from './createVisitor.ts'
import { inventPupil, inventReportCard, type Pupil } from '../fixtures/inventReportCard.ts'
import { asLevels, inventSenior, type Senior, seniorClass } from '../fixtures/inventSenior.ts'
import { schoolsFor } from '../fixtures/schools.ts'
import { GRADUATED } from '../fixtures/inventStudent.ts'
import type { DemoTerm } from './demoTime.ts'
import { drawDocument, drawReceipt, drawReportCard } from '../fixtures/drawRecords.ts'
import { runConcurrently, type ReportProgress } from './runConcurrently.ts'
import { inventFees, inventReceipts, type SchoolFees, termFees } from '../fixtures/inventReceipts.ts'

type Charity = { students: DemoStudent[]; schools: School[]; terms: DemoTerm[] }

const documents = { 1: 'Fee structure', 2: 'Account statement' }

/** The receipt of a school for a student's term. */
export type SchoolReceipt = { id: number; student_id: number; year: string; term: string }

/**
 * Years of report cards and receipts, entered by the liaison officers and verified by the administrator. Returns the
 * schools' receipts.
 */
export async function addRecords(
  administrator: Visitor,
  liaisons: Map<number, Visitor>,
  { students, schools, terms }: Charity,
  reportProgress: ReportProgress,
): Promise<SchoolReceipt[]> {
  const receipts: SchoolReceipt[] = []
  const known = await readLookups(administrator, terms)
  const reportDone = (done: number) => reportProgress('report cards and receipts', done, students.length)
  await runConcurrently(students.length, reportDone, async (index) => {
    const student = students[index]
    if (!student) return
    const pick = createPick(index * 104_729 + 5)
    const author = liaisons.get(student.liaison_id) ?? pick([...liaisons.values()])
    const isSenior = student.entry_exam !== 'KCPE'
    const pupil = inventPupil(pick, student.name)
    const senior = inventSenior(createPick(index * 15_485_863 + 3), student.name, student.pathway)
    const thisYear = Number(terms.at(-1)?.year)
    // Few students change school, about half of them in the middle of a year.
    const movesAt = pick([...Array.from({ length: 17 }, () => 0), 1, 2, 6])
    const own = termsOf(pick, student, terms, index % 3 === 0 || isSenior)
    let at = schools.find(({ id }) => id === student.school_id)
    for (const [termsBefore, { year, ...term }] of own.entries()) {
      if (termsBefore > 0 && termsBefore === movesAt)
        at = await move(administrator, student, pick(schoolsFor(student, schools)))
      const served = (Number(year) - student.joined) * 3 + Number(term.term.slice(-1)) - 1
      const form = `Form ${Number(year) - student.joined + 1}`
      const class_name = isSenior ? seniorClass(thisYear - Number(year)) : form
      const time = { year, ...term, class_name, served }
      const whose = { id: student.id, name: student.name, ref: student.ref, school: at?.school ?? '' }
      const receipt = await addTerm({ author, administrator, known }, pick, {
        position: index,
        whose,
        time,
        pupil,
        senior,
        fees: inventFees(whose.school),
      })
      if (receipt !== undefined) receipts.push({ id: receipt, student_id: student.id, year, term: term.term })
    }
    const [last] = own.slice(-1)
    if (last && index % 3 === 0) await addDocuments(author, student, at, last, known)
  })
  return receipts
}

/**
 * A student's terms since they joined, or those of the last year only. Students who have left lack the last one to
 * three.
 */
function termsOf(pick: Pick, { joined, status }: DemoStudent, terms: DemoTerm[], areAllYears: boolean) {
  const years = terms.filter(({ year }) => Number(year) >= joined && Number(year) < joined + 4)
  const own = status === STUDENT_ACTIVE || status === GRADUATED ? years : years.slice(0, -pick([1, 2, 3]))
  return areAllYears ? own : own.filter(({ year }) => year === own.at(-1)?.year)
}

async function move(administrator: Visitor, student: DemoStudent, to: School): Promise<School> {
  const { id, ref: _ref, joined: _joined, status: _status, reason: _reason, ...rest } = student
  const { supporter_id: _supporter, isOwn: _isOwn, ...typed } = rest
  await administrator.post(`/api/students/${id}?_method=PUT&query=list`, { ...typed, school_id: to.id })
  student.school_id = to.id
  return to
}

async function addDocuments(
  author: Visitor,
  { id, name, ref }: DemoStudent,
  at: School | undefined,
  { year }: DemoTerm,
  known: Known,
): Promise<void> {
  const school = at?.school ?? ''
  const facts = { name, ref, school, year, term: '' }
  for (const [type, title] of Object.entries(documents)) {
    const form = new FormData()
    form.append('type', type)
    form.append('studId', String(id))
    form.append('year', String(known.years.get(year)))
    form.append(
      'file',
      fileOf(drawDocument(title, facts, inventFees(school).year), `${title}.pdf`, 'application/pdf'),
    )
    await author.post('/api/doc', form)
  }
}

/** The ids by name. Adds the years that a new installation lacks. */
async function readLookups(administrator: Visitor, terms: DemoTerm[]): Promise<Known> {
  const idsOf = async (kind: LookupKind) => {
    const { data } = await administrator.get<{ data: Lookup[] }>(`/api/${kind}`)
    return new Map(data.map((lookup) => [lookupName(kind, lookup), lookup.id]))
  }
  const years = await idsOf('years')
  const classes = await idsOf('classes')
  for (const class_name of ['Standard 8', 'Grade 8', 'Grade 9'].filter((name) => !classes.has(name)))
    await administrator.post('/api/classes', { class_name, curriculum: curriculumInName(class_name) })
  for (const year_name of new Set(terms.map(({ year }) => year)))
    if (!years.has(year_name)) await administrator.post('/api/years', { year_name })
  const read = lookupKinds.map(async (kind) => [kind, await idsOf(kind)])
  return Object.fromEntries(await Promise.all(read)) as Known
}

type Known = Record<LookupKind, Map<string, number>>
type People = { author: Visitor; administrator: Visitor; known: Known }
type Termly = {
  /** Of the student, among all. */
  position: number
  whose: { id: number; name: string; ref: string; school: string }
  time: DemoTerm & { class_name: string; served: number }
  pupil: Pupil
  /** The same child as senior school has them. */
  senior: Senior
  fees: SchoolFees
}

const reportCardRemarks = [
  'The mean score is not the one on the report card.',
  'Page 2 of the report card is missing. Please scan it again.',
  'The comment of the class teacher is cut off.',
]
const receiptRemarks = [
  'The total is not the one on the receipt.',
  'The stamp of the school cannot be read. Please scan it again.',
  'Please enter the transport as an item of its own.',
]

/** A student's report card of a term and what it cost, each with its PDF. Returns the school's receipt. */
async function addTerm(
  people: People,
  pick: Pick,
  { position, whose, time, pupil, senior, fees }: Termly,
): Promise<number | undefined> {
  const { known } = people
  const facts = { ...whose, ...time }
  const common = {
    student_id: whose.id,
    year_id: known.years.get(time.year),
    term_id: known.terms.get(time.term),
    class_id: known.classes.get(time.class_name),
  }

  const { hasMean } = curriculumOf(curriculumInName(time.class_name) ?? DEFAULT_CURRICULUM)
  const invented = inventReportCard(pick, hasMean ? pupil : senior, time.term, time.served)
  const { marks, ...report } = hasMean ? invented : asLevels(invented, senior)
  const rows = marks.map(({ subject, ...row }) => ({ subject_id: known.subjects.get(subject), ...row }))
  const card = formOf(
    { ...common, ...report },
    { marks: rows },
    { report: drawReportCard(facts, { marks, ...report }) },
  )
  await enter(people, fateOf(position, time), '/api/reports', card, pick(reportCardRemarks))

  const receipts = inventReceipts(pick, termFees(fees, time.term), time.served === 0)
  const entered: (number | undefined)[] = []
  for (const [index, receipt] of receipts.entries()) {
    const { items, liaison_comment } = receipt
    const number = `${time.year}/${whose.ref.slice(3)}-${time.term.slice(-1)}${index + 1}`
    const form = formOf(
      { ...common, liaison_comment },
      { items },
      { receipt: drawReceipt(facts, receipt, number) },
    )
    const fate = fateOf(position + index + fates.length / 2, time)
    entered.push(await enter(people, fate, '/api/finance', form, pick(receiptRemarks)))
  }
  return entered[0]
}

type Fate = 'verify' | 'wait' | 'return' | 'lack'

/** In the latest term some records are unverified, a few returned, and some missing. */
const fates: Fate[] = [
  ...(['verify', 'verify', 'verify', 'wait', 'verify', 'verify', 'return', 'verify', 'verify'] as const),
  ...(['verify', 'lack', 'verify', 'wait', 'verify', 'verify', 'lack', 'wait', 'verify'] as const),
]

/** By the place of the student, so that a small demo has every kind too. */
const fateOf = (position: number, { isLatest }: DemoTerm): Fate =>
  (isLatest && fates[position % fates.length]) || 'verify'

async function enter(
  { author, administrator }: People,
  fate: Fate,
  path: string,
  form: FormData,
  remark: string,
): Promise<number | undefined> {
  if (fate === 'lack') return undefined
  const { data } = await author.post<{ data: { id: number } }>(`${path}?query=`, form)
  if (fate === 'verify') await administrator.get(`${path}/${data.id}?query=verify`)
  if (fate === 'return') await administrator.post(`${path}/${data.id}/return`, { remark })
  return data.id
}

/** As the page sends it: fields, rows, and the PDF under its field’s name. */
function formOf(fields: object, rows: Record<string, object[]>, pdf: Record<string, Buffer>): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value ?? ''))
  for (const [list, entries] of Object.entries(rows))
    for (const [index, entry] of entries.entries())
      for (const [field, value] of Object.entries(entry))
        form.append(`${list}[${index}][${field}]`, String(value ?? ''))
  for (const [field, bytes] of Object.entries(pdf))
    form.append(field, fileOf(bytes, `${field}.pdf`, 'application/pdf'))
  return form
}
