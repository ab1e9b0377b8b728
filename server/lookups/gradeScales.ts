import { curriculumNames } from '#contract/records/curricula.ts'
import { type GradeScale, type GradeScaleChange, gradeScaleMessages } from '#contract/records/gradeScales.ts'
import type { Db } from '../database/connect.ts'
import { type Change, writeChange } from '../database/history.ts'
import { refuseStale } from '../database/refuseStale.ts'

/** The scale of each curriculum, empty where none is set. */
export async function listGradeScales(db: Db): Promise<GradeScale[]> {
  const rows = await db.selectFrom('grade_scales').select(['curriculum', 'lowest']).execute()
  return curriculumNames.map((curriculum) => ({
    curriculum,
    lowest: readMarks(rows.find((row) => row.curriculum === curriculum)?.lowest),
  }))
}

const NONE = '[]'
const readMarks = (stored = NONE) => JSON.parse(stored) as number[]

/** Sets, changes or removes a scale. A removed one stays stored without marks, because its history refers to it. */
export async function setGradeScale(
  change: Change,
  { curriculum, lowest, seen }: GradeScaleChange,
): Promise<GradeScale> {
  const { trx } = change
  const scale = { curriculum, lowest }
  // Locks the row. The first change adds an empty scale.
  const { id, lowest: before } = await trx
    .insertInto('grade_scales')
    .values({ curriculum, lowest: NONE })
    .onConflict((conflict) => conflict.column('curriculum').doUpdateSet({ curriculum }))
    .returning(['id', 'lowest'])
    .executeTakeFirstOrThrow()
  const after = JSON.stringify(lowest)
  if (before === after) return scale
  const entry = { entity: 'grade_scale', entity_id: id } as const
  const shown = seen && { lowest: JSON.stringify(seen) }
  await refuseStale(trx, entry, { lowest: before }, shown, gradeScaleMessages.changedMeanwhile)
  await trx.updateTable('grade_scales').set({ lowest: after }).where('id', '=', id).execute()
  await writeChange(change, {
    ...entry,
    action: 'changed',
    changes: { curriculum: [curriculum, curriculum], lowest: [readMarks(before), lowest] },
  })
  return scale
}
