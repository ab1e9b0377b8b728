import { curriculumNames } from '#contract/records/curricula.ts'
import { type GradeScale } from '#contract/records/gradeScales.ts'
import type { Db } from '../database/connect.ts'
import { type Change, writeChange } from '../database/history.ts'

/** The scale of each curriculum, empty where none is set. */
export async function listGradeScales(db: Db): Promise<GradeScale[]> {
  const rows = await db.selectFrom('grade_scales').select(['curriculum', 'lowest']).execute()
  return curriculumNames.map((curriculum) => ({
    curriculum,
    lowest: readMarks(rows.find((row) => row.curriculum === curriculum)?.lowest),
  }))
}

const readMarks = (stored = '[]') => JSON.parse(stored) as number[]

/** Sets, changes or removes a scale. An empty one stays stored, so that its history keeps its subject. */
export async function setGradeScale(change: Change, { curriculum, lowest }: GradeScale): Promise<void> {
  const { trx } = change
  const [before] = await trx
    .selectFrom('grade_scales')
    .select('lowest')
    .where('curriculum', '=', curriculum)
    .execute()
  const after = JSON.stringify(lowest)
  const { id } = await trx
    .insertInto('grade_scales')
    .values({ curriculum, lowest: after })
    .onConflict((conflict) => conflict.column('curriculum').doUpdateSet({ lowest: after }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const old = readMarks(before?.lowest)
  if (JSON.stringify(old) === after) return
  await writeChange(change, {
    entity: 'grade_scale',
    entity_id: id,
    action: 'changed',
    changes: { curriculum: [curriculum, curriculum], lowest: [old, lowest] },
  })
}
