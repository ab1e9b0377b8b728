import type { Selectable } from 'kysely'
import { type CurriculumName, DEFAULT_CURRICULUM } from '#contract/records/curricula.ts'
import { id as chosenId } from '#contract/base/fields.ts'
import {
  fromTenths,
  markOf,
  reportCardFormOf,
  type ReportCardForm,
  reportCardMessages,
  toTenths,
} from '#contract/records/reportCards.ts'
import type { FieldErrors } from '#contract/base/call.ts'
import { type Change, type Trx, writeAdded } from '../../database/history.ts'
import { lockRow } from '../../database/lockRow.ts'
import type { Tables } from '../../database/tables.ts'
import { refuseTaken } from '../../database/uniqueViolation.ts'
import type { StoredBytes } from '../../files/storeUpload.ts'
import { conflict, invalid } from '../../base/ApiError.ts'
import { type Edited, editRecord, newRecord, orderFacts, type SharedField } from '../recordChanges.ts'

/** Fields and values for the history. */
type Facts = Record<string, string | null>
/** A validated report card, with the curriculum whose rules were applied. */
type CheckedForm = ReportCardForm & { curriculum: CurriculumName }
type OwnColumns = Pick<Selectable<Tables['reports']>, Exclude<keyof CheckedForm, SharedField | 'marks'>>

/** The form by the rules of its class. An unknown class is reported when the form is saved. */
export async function reportCardFormFor(db: Trx, body: unknown) {
  const class_id = chosenId('').safeParse(Object(body)['class_id']).data
  const classes = db.selectFrom('classes').select('curriculum')
  const chosenClass = await classes.where('id', '=', class_id ?? 0).executeTakeFirst()
  const curriculum = chosenClass?.curriculum ?? DEFAULT_CURRICULUM
  return reportCardFormOf(curriculum).transform((form): CheckedForm => ({ ...form, curriculum }))
}

/** The curriculum of the class may have changed since the form was validated. The row lock prevents further changes. */
async function checkCurriculum(trx: Trx, { class_id, curriculum }: CheckedForm): Promise<void> {
  const chosenClass = await lockRow(trx, 'classes', class_id, { isShared: true })
  if (chosenClass && chosenClass.curriculum !== curriculum)
    throw conflict(reportCardMessages.curriculumChanged)
}

export async function addReportCard(change: Change, form: CheckedForm, pdf: StoredBytes): Promise<number> {
  const { trx } = change
  const { columns, facts } = await newRecord(change, form, pdf)
  await checkCurriculum(trx, form)
  const own = ownColumns(form)
  const { id } = await trx
    .insertInto('reports')
    .values({ ...columns, ...own })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTakenTerm)
  const marks = await saveMarks(trx, id, form.marks)
  await writeAdded(
    change,
    { entity: 'report', entity_id: id, student_id: form.student_id },
    { ...facts, ...readable(own), ...marks.to },
  )
  return id
}

export function editReportCard(
  change: Change,
  id: number,
  form: Edited<CheckedForm>,
  pdf: StoredBytes | undefined,
): Promise<void> {
  const { trx } = change
  return editRecord(change, 'report', id, form, pdf, async (before) => {
    await checkCurriculum(trx, form)
    const marks = await saveMarks(trx, id, form.marks)
    const columns = ownColumns(form)
    return {
      columns,
      // The compiler cannot know that the record is a report card.
      from: { ...readable(ownOf(before as OwnColumns)), ...marks.from },
      to: { ...readable(columns), ...marks.to },
    }
  }).catch(refuseTakenTerm)
}

/** A student has one report card of each term. */
const refuseTakenTerm = refuseTaken('term_id', reportCardMessages.termTaken)

export const tenthsOf = (mark: number | null) => (mark === null ? null : toTenths(mark))

const ownColumns = (form: CheckedForm) => ownOf({ ...form, mark: tenthsOf(form.mark) })

const ownOf = ({
  curriculum,
  grade,
  mark,
  overall_level,
  teacher_comment,
  action_plan,
  psychosocial,
}: OwnColumns): OwnColumns => ({
  curriculum,
  grade,
  mark,
  overall_level,
  teacher_comment,
  action_plan,
  psychosocial,
})

/** Not in the history, because it follows from the class. */
const readable = ({ mark, curriculum: _curriculum, ...columns }: OwnColumns): Record<string, unknown> => ({
  ...columns,
  mark: markOf(mark),
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
 * Saves the marks of a form, and returns the marks before and after for the history. A report card has each subject
 * only once, so a mark is identified by its subject and not by its row.
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
    const row = { report_id, place, subject_id, grade, mark: tenthsOf(mark) }
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

export const readableMark = ({ mark, grade }: { mark: number | null; grade: string }) =>
  mark === null ? grade : `${fromTenths(mark)} ${grade}`.trim()
