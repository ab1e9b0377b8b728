import type { Kysely } from 'kysely'
import { type ReportForm, reportMessages } from '#contract/reportCards.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { Tables } from '../../database/tables.ts'
import { invalid } from '../../http/ApiError.ts'
import { orderFacts } from '../orderFacts.ts'
import { fromTenths, toTenths } from './tenths.ts'

type Trx = Kysely<Tables>
type Typed = ReportForm['marks']

/** The marks of a report, row by row. */
const keptMarks = (trx: Trx, report_id: number) =>
  trx
    .selectFrom('marks')
    .innerJoin('subjects', 'subjects.id', 'marks.subject_id')
    .select(['marks.id', 'place', 'subject_id', 'subject_name', 'mark', 'grade'])
    .where('report_id', '=', report_id)
    .orderBy('place')
    .execute()

type Readable = Record<string, string | null>

/**
 * Makes the marks of a report those of the form, and answers both as the history tells them. A subject is there only
 * once, so it is by its subject that a mark is known again, whatever row it has moved to.
 */
export async function saveMarks(
  trx: Trx,
  report_id: number,
  typed: Typed,
): Promise<{ from: Readable; to: Readable }> {
  const names = await findSubjects(trx, typed)
  const kept = await keptMarks(trx, report_id)
  const left = new Map(kept.map((mark) => [mark.subject_id, mark]))
  const added: Omit<Tables['marks'], 'id'>[] = []
  const to: Readable = Object.fromEntries(kept.map(({ subject_name }) => [subject_name, null]))
  const from: Readable = {}

  for (const [place, { subject_id, mark, grade }] of typed.entries()) {
    const row = { report_id, place, subject_id, grade, mark: toTenths(mark) }
    const name = names.get(subject_id) ?? ''
    const before = left.get(subject_id)
    from[name] = null
    to[name] = readable(row)
    if (!before) added.push(row)
    else if (before.place !== place || before.mark !== row.mark || before.grade !== grade)
      await trx.updateTable('marks').set(row).where('id', '=', before.id).execute()
    left.delete(subject_id)
  }
  for (const mark of kept) from[mark.subject_name] = readable(mark)

  const gone = [...left.values()].map(({ id }) => id)
  if (gone.length > 0) await trx.deleteFrom('marks').where('id', 'in', gone).execute()
  if (added.length > 0) await trx.insertInto('marks').values(added).execute()
  const order = orderFacts(
    'Order of marks',
    kept.map(({ subject_name }) => subject_name),
    typed.map(({ subject_id }) => names.get(subject_id) ?? ''),
  )
  return { from: { ...from, ...order.from }, to: { ...to, ...order.to } }
}

/** The names of the subjects; one that is not there is told under its row. */
async function findSubjects(trx: Trx, typed: Typed): Promise<Map<number, string>> {
  const ids = typed.map(({ subject_id }) => subject_id)
  const rows = await trx
    .selectFrom('subjects')
    .select(['id', 'subject_name'])
    .where('id', 'in', ids)
    .execute()
  const names = new Map(rows.map(({ id, subject_name }) => [id, subject_name]))
  const errors: FieldErrors = Object.fromEntries(
    ids.flatMap((id, index) =>
      names.has(id) ? [] : [[`marks.${index}.subject_id`, [reportMessages.subjectUnknown]]],
    ),
  )
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return names
}

const readable = ({ mark, grade }: { mark: number; grade: string }) => `${fromTenths(mark)} ${grade}`
