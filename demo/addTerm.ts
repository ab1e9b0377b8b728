import type { LookupKind } from '#contract/lookups.ts'
import type { Pick } from './createPick.ts'
import type { Visitor } from './createVisitor.ts'
import { inventReceipts } from './demoReceipts.ts'
import { inventReport, type Pupil } from './demoReports.ts'
import type { DemoTerm } from './demoYears.ts'
import { drawReceipt, drawReport } from './drawRecords.ts'
import { fileOf } from './fileOf.ts'

export type Known = Record<LookupKind, Map<string, number>>
type People = { author: Visitor; administrator: Visitor; known: Known }
type Termly = {
  whose: { id: number; name: string; ref: string; school: string }
  time: DemoTerm & { class_name: string; served: number }
  pupil: Pupil
  yearFees: number
}

const reportRemarks = [
  'The mean score is not the one on the report card.',
  'Page 2 of the report card is missing. Please scan it again.',
  'The comment of the class teacher is cut off.',
]
const receiptRemarks = [
  'The total is not the one on the receipt.',
  'The stamp of the school cannot be read. Please scan it again.',
  'Please enter the transport as an item of its own.',
]

/** A student's report card of a term and what it cost, each with its PDF. */
export async function addTerm(
  people: People,
  pick: Pick,
  { whose, time, pupil, yearFees }: Termly,
): Promise<void> {
  const { author, known } = people
  const facts = { ...whose, ...time }
  const common = {
    student_id: whose.id,
    year_id: known.years.get(time.year),
    term_id: known.terms.get(time.term),
    class_id: known.classes.get(time.class_name),
  }

  const { marks, ...report } = inventReport(pick, pupil, time.term, time.served)
  const rows = marks.map(({ subject, ...row }) => ({ subject_id: known.subjects.get(subject), ...row }))
  const card = formOf(
    { ...common, ...report },
    { marks: rows },
    { report: drawReport(facts, { marks, ...report }) },
  )
  const saved = await author.post<Saved>('/api/reports?query=', card)
  await judge(people, pick, `/api/reports/${saved.data.id}`, reportRemarks, time.isLatest)

  const receipts = inventReceipts(pick, yearFees, time.term, time.served === 0)
  for (const [index, receipt] of receipts.entries()) {
    const { items, liaison_comment } = receipt
    const number = `${time.year}/${whose.ref.slice(3)}-${time.term.slice(-1)}${index + 1}`
    const form = formOf(
      { ...common, liaison_comment },
      { items },
      { receipt: drawReceipt(facts, receipt, number) },
    )
    const { data } = await author.post<Saved>('/api/finance?query=', form)
    await judge(people, pick, `/api/finance/${data.id}`, receiptRemarks, time.isLatest)
  }
}

type Saved = { data: { id: number } }

/** Most is verified; of the latest term much still waits, and some went back to its author. */
async function judge(
  { administrator }: People,
  pick: Pick,
  call: string,
  remarks: string[],
  isLatest: boolean,
): Promise<void> {
  const sooner = ['verify', 'verify', 'verify', 'verify', 'wait', 'wait', 'wait', 'return']
  const later = [...Array.from({ length: 60 }, () => 'verify'), 'return']
  const judgement = pick(isLatest ? sooner : later)
  if (judgement === 'verify') await administrator.get(`${call}?query=verify`)
  if (judgement === 'return') await administrator.post(`${call}/return`, { remark: pick(remarks) })
}

/** As the page sends it: fields, rows, and the PDF under its field’s name. */
function formOf(fields: object, rows: Record<string, object[]>, pdf: Record<string, Buffer>): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value))
  for (const [list, entries] of Object.entries(rows))
    for (const [index, entry] of entries.entries())
      for (const [field, value] of Object.entries(entry))
        form.append(`${list}[${index}][${field}]`, String(value))
  for (const [field, bytes] of Object.entries(pdf))
    form.append(field, fileOf(bytes, `${field}.pdf`, 'application/pdf'))
  return form
}
