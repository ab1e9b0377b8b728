import { curriculaWithoutMean } from '#contract/records/curricula.ts'
import { VERIFIED } from '#contract/records/records.ts'
import { categories } from '#contract/records/receipts.ts'
import { compareNames } from '#contract/lookups.ts'
import { ATTACHED_MAX_BYTES } from '#contract/notifications.ts'
import { firstName } from '#contract/privacy/consentWords.ts'
import type { Db } from '../../database/connect.ts'
import type { Attachment, LetterContent } from '../../mail/outbox.ts'
import { reachesSupporter } from '../../privacy/visibility/sharedWithSupporter.ts'
import { sumOf } from '../../records/receipts/groupItems.ts'
import { inTermOrder } from '../../students/recordYears.ts'
import type { Services } from '../../Services.ts'
import { inBatches } from '../../database/inBatches.ts'
import { progressLetter, type StudentNews } from './progressLetter.ts'
import type { Addressee, ApprovedItem, NotificationStudent, OnDay } from './readApproved.ts'

export type LetterItem = ApprovedItem & { student_id: number }
/** A letter that is ready to be sent, with the records it is about and its attachments. */
export type PreparedLetter = {
  addressee: Addressee
  letter: LetterContent
  items: LetterItem[]
  attachments: Attachment[]
}

export type TimeNames = { year: string; term: string }

/** Writes the letters of some supporters: a handful of queries for all of them. */
export async function writeLetters(
  { db, config }: Pick<Services, 'db' | 'config'>,
  addressees: Addressee[],
  time: OnDay & TimeNames,
): Promise<PreparedLetter[]> {
  const facts = await readFacts(
    db,
    addressees.flatMap((addressee) => addressee.students),
    time,
  )
  return addressees.map((addressee) => {
    const items = itemsOf(addressee.students)
    const students = addressee.students.map((student) => ({
      ...student,
      name: facts.firstNames.get(student.id) ?? student.name,
    }))
    const attachments = attachmentsOf(students, time, facts.sizes)
    const letter = progressLetter({
      charity: config.charityName,
      address: config.appUrl,
      first_name: addressee.first_name,
      year: time.year,
      term: time.term,
      students: students.map((student) => newsOf(student, facts)),
      attached: attachments.length,
      notAttached: items.length - attachments.length,
    })
    return { addressee, letter, items, attachments }
  })
}

type Rows<Read extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Read>>
type Facts = {
  /** By id: the first names of the students whose profile is not shared. */
  firstNames: Map<number, string>
  reports: Map<number, Omit<Rows<typeof reportCardsOf>[number], 'id'>>
  earlier: Map<number, Rows<typeof earlierReportCards>[number]>
  levels: Rows<typeof levelsOf>
  costs: Rows<typeof costsOf>
  sizes: Map<number, number>
}

/** The contents of the letters about these students, by the ids of report cards, students, receipts and files. */
async function readFacts(db: Db, students: NotificationStudent[], time: OnDay & TimeNames): Promise<Facts> {
  const facts: Facts = {
    firstNames: new Map(),
    reports: new Map(),
    earlier: new Map(),
    levels: new Map(),
    costs: new Map(),
    sizes: new Map(),
  }
  for await (const some of inBatches(students)) {
    for (const { id, name } of await withoutProfile(db, some, time.today))
      facts.firstNames.set(id, firstName(name))
    for (const report of await earlierReportCards(db, some, time))
      facts.earlier.set(report.student_id, report)
  }
  for await (const some of inBatches(itemsOf(students))) {
    for (const { id, ...report } of await reportCardsOf(db, idsOf(some, 'report')))
      facts.reports.set(id, report)
    for (const [id, levels] of await levelsOf(db, idsOf(some, 'report'))) facts.levels.set(id, levels)
    for (const [id, costs] of await costsOf(db, idsOf(some, 'receipt'))) facts.costs.set(id, costs)
    for (const { id, bytes } of await sizesOf(db, some)) facts.sizes.set(id, bytes)
  }
  return facts
}

function newsOf({ id: student_id, name, ref, items }: NotificationStudent, facts: Facts): StudentNews {
  const card = items.find(({ kind }) => kind === 'report')
  const report = card && facts.reports.get(card.id)
  const before = facts.earlier.get(student_id)
  const paid = items.filter(({ kind }) => kind === 'receipt').flatMap(({ id }) => facts.costs.get(id) ?? [])
  const costs = categories
    .map((category) => ({ category, own: paid.filter((item) => item.category === category) }))
    .filter(({ own }) => own.length > 0)
    .map(({ category, own }) => ({ category, cost: sumOf(own) }))
  const levels = (card && facts.levels.get(card.id)) ?? []
  return { name, ref, ...(report && { report: { ...report, levels, ...(before && { before }) } }), costs }
}

const itemsOf = (students: NotificationStudent[]): LetterItem[] =>
  students.flatMap((student) => student.items.map((item) => ({ ...item, student_id: student.id })))

/** The attachments in the order of the letter, as many as its size limit allows. */
function attachmentsOf(
  students: NotificationStudent[],
  { year, term }: TimeNames,
  sizes: Map<number, number>,
) {
  let remaining = ATTACHED_MAX_BYTES
  return students.flatMap(({ name: student, items }) => {
    const pdfs = items.map(({ kind, file_id }) => ({ kind, file_id, student, year, term }))
    return pdfs.flatMap((pdf, index): Attachment[] => {
      const bytes = sizes.get(pdf.file_id) ?? 0
      if (bytes > remaining) return []
      remaining -= bytes
      return [{ file_id: pdf.file_id, name: attachmentName(pdf, pdfs.slice(0, index)), bytes }]
    })
  })
}

/** Never an empty list, which not every engine accepts. */
const idsOf = (items: ApprovedItem[], kind: ApprovedItem['kind']) => [
  0,
  ...items.filter((item) => item.kind === kind).map(({ id }) => id),
]

/** The students whose profile is not shared with their supporter. */
export const withoutProfile = (db: Db, students: { id: number }[], today: string) =>
  db
    .selectFrom('students')
    .select(['id', 'name', 'ref'])
    .where('id', 'in', [0, ...students.map(({ id }) => id)])
    .where((eb) => eb.not(reachesSupporter('profile', 'students.id', today)))
    .execute()

const reportCardsOf = (db: Db, ids: number[]) =>
  db
    .selectFrom('reports')
    .select(['id', 'curriculum', 'grade', 'mark', 'overall_level', 'teacher_comment', 'liaison_comment'])
    .where('id', 'in', ids)
    .execute()

/** The verified report cards of these students before this term, in the order of their terms. */
async function earlierReportCards(db: Db, students: NotificationStudent[], { year, term }: TimeNames) {
  const rows = await db
    .selectFrom('reports')
    .innerJoin('years', 'years.id', 'reports.year_id')
    .innerJoin('terms', 'terms.id', 'reports.term_id')
    .select([
      'reports.id',
      'student_id',
      'curriculum',
      'grade',
      'mark',
      'overall_level',
      'year_name as year',
      'term_name as term',
      'term_id',
    ])
    .where(
      'student_id',
      'in',
      students.map(({ id }) => id),
    )
    .where('reports.status', '>=', VERIFIED)
    .execute()
  return inTermOrder(rows).filter(
    (report) =>
      Number(report.year) < Number(year) || (report.year === year && compareNames(report.term, term) < 0),
  )
}

/** The levels of the report cards that have no mean. */
async function levelsOf(db: Db, reports: number[]) {
  const rows = await db
    .selectFrom('marks')
    .innerJoin('reports', 'reports.id', 'marks.report_id')
    .innerJoin('subjects', 'subjects.id', 'marks.subject_id')
    .select(['report_id', 'subject_name as subject', 'marks.grade'])
    .where('report_id', 'in', reports)
    .where('curriculum', 'in', curriculaWithoutMean)
    .orderBy('report_id')
    .orderBy('place')
    .execute()
  return Map.groupBy(rows, ({ report_id }) => report_id)
}

async function costsOf(db: Db, receipts: number[]) {
  const rows = await db
    .selectFrom('items')
    .select(['receipt_id', 'category', 'cost'])
    .where('receipt_id', 'in', receipts)
    .execute()
  return Map.groupBy(rows, ({ receipt_id }) => receipt_id)
}

const sizesOf = (db: Db, items: ApprovedItem[]) =>
  db
    .selectFrom('files')
    .select(['id', 'bytes'])
    .where(
      'id',
      'in',
      items.map(({ file_id }) => file_id),
    )
    .execute()

type Pdf = { kind: 'report' | 'receipt'; student: string; year: string; term: string }

const words = { report: 'Report card', receipt: 'Receipt' } as const

/** The file name of an attached PDF: `Receipt 2 of Faith Atieno Odhiambo, Term 1 2026.pdf`. */
function attachmentName(pdf: Pdf, before: Pdf[]): string {
  const { kind, student, year, term } = pdf
  const number = before.filter((other) => other.kind === kind && other.student === student).length + 1
  const name = `${words[kind]}${number > 1 ? ` ${number}` : ''} of ${student}, ${term} ${year}.pdf`
  // Characters that some operating systems refuse, or read as a folder separator.
  return name.replaceAll(/[\\/:*?"<>|]/g, '-')
}
