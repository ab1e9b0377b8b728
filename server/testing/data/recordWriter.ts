import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { newReceipt } from './receipts.ts'
import { reportCardFormData } from './reportCards.ts'
import { pdf } from '../files/trialFiles.ts'

export type WriterKind = 'reports' | 'finance'

/** A record that a writer got an answer for, and the number of its latest content. */
export type Written = {
  kind: WriterKind
  student_id: number
  term: string
  id: number
  version: number
  n: number
}

/** A save whose answer may be lost: then it is sent again unchanged. */
type Asked = { record: Written; n: number; key: string; isRepeat: boolean }

/** Sends a call, and throws when its answer is lost. */
export type Send = (
  url: string,
  body: FormData,
  headers: Record<string, string>,
) => Promise<{ status: number; body: unknown }>

const terms = ['1', '2', '3']
let count = 0

/** The content by number: all PDFs differ in length, and consecutive contents differ in their rows. */
export const pdfOf = (n: number) => pdf(1000 + n)
export const marksOf = (n: number) => [
  { subject_id: 1, mark: (n % 1000) / 10, grade: 'B' },
  { subject_id: 2, mark: (n % 100) + 0.5, grade: 'C' },
  ...(n % 2 === 0 ? [{ subject_id: 3, mark: 0, grade: 'X' }] : []),
]
export const costsOf = (n: number) => [n, n / 100, ...(n % 2 === 0 ? [0.05] : [])]

/** A user who enters and corrects records one after the other, and repeats a call if its answer was lost. */
export function createWriter() {
  const written: Written[] = []
  let asked: Asked | undefined

  async function save(send: Send, record: Written): Promise<void> {
    count += 1
    asked = { record, n: count, key: randomUUID(), isRepeat: false }
    await finish(send)
  }

  async function finish(send: Send): Promise<void> {
    if (!asked) return
    const { record, n, key, isRepeat } = asked
    asked.isRepeat = true
    const { kind, id, version } = record
    const answer = id
      ? await send(`/api/${kind}/${id}?_method=PUT&query=''`, formOf(record, n), {})
      : await send(`/api/${kind}?query=`, formOf(record, n), { 'idempotency-key': key })
    // If the edit was saved and only its answer was lost, the repeat has an old version.
    if (id && isRepeat && answer.status === 409) record.version = version + 1
    else {
      expect(answer).toMatchObject({ status: 200, body: { data: { version: version + 1 } } })
      const { data } = answer.body as { data: { id: number; version: number } }
      if (!id) written.push(record)
      Object.assign(record, { id: data.id, version: data.version })
    }
    record.n = n
    asked = undefined
  }

  return {
    written,
    finish,
    /** A report card and a receipt of each term, each corrected twice. */
    async work(send: Send, student_id: number): Promise<void> {
      await finish(send)
      for (const term of terms)
        for (const kind of ['reports', 'finance'] as const) {
          const record = { kind, student_id, term, id: 0, version: 0, n: 0 }
          await save(send, record)
          await save(send, record)
          await save(send, record)
        }
    },
  }
}

function formOf({ kind, student_id, term, version }: Written, n: number): FormData {
  const common = {
    student_id: String(student_id),
    term_id: term,
    ...(version > 0 && { version: String(version) }),
  }
  if (kind === 'finance') {
    const items = costsOf(n).map((cost) => ({ category: 'Transport', item: 'Fare', cost: cost.toFixed(2) }))
    return newReceipt({ ...common, receipt: pdfOf(n), items })
  }
  const marks = marksOf(n).map(({ subject_id, mark, grade }) => ({
    subject_id: String(subject_id),
    mark: String(mark),
    grade,
  }))
  return reportCardFormData({ ...common, report: pdfOf(n), marks })
}
