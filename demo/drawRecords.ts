import type { DemoTerm } from './demoTime.ts'
import type { DemoReceipt } from './demoReceipts.ts'
import type { DemoCard } from './demoReportCards.ts'
import { drawPdf, type PdfLine } from './drawPdf.ts'

type Facts = { name: string; ref: string; school: string; class_name: string } & Pick<
  DemoTerm,
  'year' | 'term'
>

const LINE_LENGTH = 82

/** The report card that a school would have sent, with what is typed of it. */
export function drawReportCard(facts: Facts, report: DemoCard): Buffer {
  const { marks, mark, grade, overall_level, teacher_comment } = report
  const whole = grade === null ? ['Overall level', '', overall_level ?? '–'] : ['Mean', written(mark), grade]
  return drawSheet('Report Card', facts, [
    ...marks.flatMap((row, index) =>
      cells([row.subject, written(row.mark), row.grade], 236 + index * 24, 12),
    ),
    ...cells(whole, 236 + marks.length * 24 + 10, 14, true),
    { text: 'Class teacher:', x: 72, y: 530, size: 12, isBold: true },
    ...wrapped(teacher_comment, 550),
  ])
}

const written = (mark: number | null) => mark?.toFixed(1) ?? ''

/** The receipt of a school or a shop. */
export function drawReceipt(facts: Facts, { items, total }: DemoReceipt, number: string): Buffer {
  return drawSheet(`Receipt ${number}`, facts, [
    ...items.flatMap(({ category, item, cost }, index) =>
      cells([`${category}: ${item}`, shillings(cost)], 236 + index * 24, 12),
    ),
    ...cells(['Total, KES', shillings(total)], 236 + items.length * 24 + 10, 14, true),
  ])
}

/** A school's fee structure, or a bank's account statement. */
export function drawDocument(title: string, facts: Omit<Facts, 'class_name'>, amount: number): Buffer {
  return drawSheet(title, { ...facts, class_name: '' }, [
    ...cells(['Fees of the year, KES', shillings(amount)], 236, 14, true),
    ...cells(['Term 1', shillings(amount * 0.5)], 266, 12),
    ...cells(['Term 2', shillings(amount * 0.3)], 290, 12),
    ...cells(['Term 3', shillings(amount * 0.2)], 314, 12),
  ])
}

function drawSheet(title: string, { name, ref, school, class_name, year, term }: Facts, rows: PdfLine[]) {
  const time = [year, term, class_name].filter(Boolean).join(', ')
  return drawPdf([
    { text: 'SAMPLE: made for a demonstration of Elimu', x: 72, y: 84, size: 10 },
    { text: school, x: 72, y: 116, size: 14 },
    { text: title, x: 72, y: 146, size: 22, isBold: true },
    { text: `${name} (${ref})`, x: 72, y: 176, size: 14 },
    { text: time, x: 72, y: 198, size: 12 },
    ...rows,
  ])
}

/** A row of a table: wide first column, narrow others. */
const cells = (texts: string[], y: number, size: number, isBold = false): PdfLine[] =>
  texts.map((text, column) => ({ text, x: column === 0 ? 72 : 350 + column * 60, y, size, isBold }))

function wrapped(text: string, y: number): PdfLine[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.length < LINE_LENGTH)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines.map((line, index) => ({ text: line, x: 72, y: y + index * 16, size: 11 }))
}

const shillings = (amount: number) =>
  amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
