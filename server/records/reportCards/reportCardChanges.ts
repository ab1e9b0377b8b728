import type { Kysely } from 'kysely'
import { fromTenths, type ReportCardForm, reportCardMessages, toTenths } from '#contract/reportCards.ts'
import type { SessionUser } from '#contract/auth.ts'
import type { FieldErrors } from '#contract/call.ts'
import type { Changing } from '../../database/changeVersioned.ts'
import type { Tables } from '../../database/tables.ts'
import { isUniqueViolation } from '../../database/uniqueViolation.ts'
import type { StoredBytes } from '../../files/storeUpload.ts'
import { invalid } from '../../http/ApiError.ts'
import { editRecord, newRecord, orderFacts, type SharedField, writeAdded } from '../recordChanges.ts'
import type { Services } from '../../Services.ts'

type Trx = Kysely<Tables>
/** Fields and values for the history. */
type Facts = Record<string, string | null>
type OwnColumns = Pick<Tables['reports'], Exclude<keyof ReportCardForm, SharedField | 'marks'>>

/** Adds a report card with its marks and its PDF, and answers its id. */
export async function addReportCard(
  trx: Trx,
  form: ReportCardForm,
  pdf: StoredBytes,
  actor: SessionUser,
  { clock }: Pick<Services, 'clock'>,
): Promise<number> {
  const at = clock().toISOString()
  const { columns, facts } = await newRecord(trx, form, pdf, actor, at)
  const own = ownColumns(form)
  const id = await insert(trx, { ...columns, ...own })
  const marks = await saveMarks(trx, id, form.marks)
  await writeAdded(trx, { kind: 'report', id, facts: { ...facts, ...readable(own), ...marks.to } }, actor, at)
  return id
}

export async function editReportCard(
  id: number,
  form: ReportCardForm,
  pdf: StoredBytes | undefined,
  changing: Changing,
  services: Pick<Services, 'db' | 'clock'>,
): Promise<void> {
  const saving = editRecord('report', id, form, pdf, changing, services, async (trx) => {
    const before = await trx
      .selectFrom('reports')
      .select(['grade', 'mark', 'teacher_comment', 'action_plan', 'psychosocial'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const marks = await saveMarks(trx, id, form.marks)
    const columns = ownColumns(form)
    return {
      columns,
      from: { ...readable(before), ...marks.from },
      to: { ...readable(columns), ...marks.to },
    }
  })
  await saving.catch((error: unknown) => {
    throw isUniqueViolation(error) ? termTaken() : error
  })
}

/** The unique constraint refuses a second report card of the same term; the refusal stands under the field. */
async function insert(trx: Trx, row: Omit<Tables['reports'], 'id'>): Promise<number> {
  try {
    const { id } = await trx.insertInto('reports').values(row).returning('id').executeTakeFirstOrThrow()
    return id
  } catch (error) {
    throw isUniqueViolation(error) ? termTaken() : error
  }
}

const termTaken = () => invalid({ term_id: [reportCardMessages.termTaken] })

const ownColumns = ({
  grade,
  mark,
  teacher_comment,
  action_plan,
  psychosocial,
}: ReportCardForm): OwnColumns => ({
  grade,
  mark: toTenths(mark),
  teacher_comment,
  action_plan,
  psychosocial,
})

const readable = ({ mark, ...columns }: OwnColumns): Record<keyof OwnColumns, unknown> => ({
  ...columns,
  mark: fromTenths(mark),
})

/** The marks of a report card, row by row. */
const keptMarks = (trx: Trx, report_id: number) =>
  trx
    .selectFrom('marks')
    .innerJoin('subjects', 'subjects.id', 'marks.subject_id')
    .select(['marks.id', 'place', 'subject_id', 'subject_name', 'mark', 'grade'])
    .where('report_id', '=', report_id)
    .orderBy('place')
    .execute()

/**
 * Saves the marks of a form, and answers the marks before and after for the history. A report card has each subject only
 * once, so a mark is identified by its subject and not by its row.
 */
async function saveMarks(
  trx: Trx,
  report_id: number,
  typed: ReportCardForm['marks'],
): Promise<{ from: Facts; to: Facts }> {
  const names = await findSubjects(trx, typed)
  const kept = await keptMarks(trx, report_id)
  const left = new Map(kept.map((mark) => [mark.subject_id, mark]))
  const added: Omit<Tables['marks'], 'id'>[] = []
  const to: Facts = Object.fromEntries(kept.map(({ subject_name }) => [subject_name, null]))
  const from: Facts = {}

  for (const [place, { subject_id, mark, grade }] of typed.entries()) {
    const row = { report_id, place, subject_id, grade, mark: toTenths(mark) }
    const name = names.get(subject_id) ?? ''
    const before = left.get(subject_id)
    from[name] = null
    to[name] = readableMark(row)
    if (!before) added.push(row)
    else if (before.place !== place || before.mark !== row.mark || before.grade !== grade)
      await trx.updateTable('marks').set(row).where('id', '=', before.id).execute()
    left.delete(subject_id)
  }
  for (const mark of kept) from[mark.subject_name] = readableMark(mark)

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

/** The names of the subjects; an unknown subject is reported under its row. */
async function findSubjects(trx: Trx, typed: ReportCardForm['marks']): Promise<Map<number, string>> {
  const ids = typed.map(({ subject_id }) => subject_id)
  const rows = await trx
    .selectFrom('subjects')
    .select(['id', 'subject_name'])
    .where('id', 'in', ids)
    .execute()
  const names = new Map(rows.map(({ id, subject_name }) => [id, subject_name]))
  const errors: FieldErrors = Object.fromEntries(
    ids.flatMap((id, index) =>
      names.has(id) ? [] : [[`marks.${index}.subject_id`, [reportCardMessages.subjectUnknown]]],
    ),
  )
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return names
}

const readableMark = ({ mark, grade }: { mark: number; grade: string }) => `${fromTenths(mark)} ${grade}`
