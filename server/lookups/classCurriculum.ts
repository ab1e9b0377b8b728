import { type CurriculumName, curriculumInName } from '#contract/records/curricula.ts'
import { classMessages, compareNames, type DoubtfulClass, type Lookup } from '#contract/lookups.ts'
import { changesBetween, type Change, writeChange } from '../database/history.ts'
import type { Db } from '../database/connect.ts'
import { lockRow } from '../database/lockRow.ts'
import { conflict, notFound } from '../base/ApiError.ts'

/** The classes whose names suggest another curriculum than they have, such as the `Grade 10` of an older database. */
export async function listDoubtfulClasses(db: Db): Promise<DoubtfulClass[]> {
  const rows = await db
    .selectFrom('classes')
    .select((eb) => [
      'id',
      'class_name',
      'curriculum',
      eb
        .selectFrom('reports')
        .whereRef('class_id', '=', 'classes.id')
        .select((of) => of.fn.countAll<number>().as('reports'))
        .$asScalar()
        .$notNull()
        .as('reports'),
    ])
    .execute()
  return rows
    .map((row) => Object.assign(row, { proposed: curriculumInName(row.class_name) ?? row.curriculum }))
    .filter(({ curriculum, proposed }) => proposed !== curriculum)
    .toSorted((a, b) => compareNames(a.class_name, b.class_name))
}

/**
 * Sets the curriculum of a class that has no report cards. Report cards that are being saved wait for the lock, or are
 * found.
 */
export async function setCurriculum(change: Change, id: number, curriculum: CurriculumName): Promise<Lookup> {
  const { trx } = change
  const before = await lockRow(trx, 'classes', id)
  if (!before) throw notFound()
  const { class_name } = before
  const changes = changesBetween({ curriculum: before.curriculum }, { curriculum })
  if (Object.keys(changes).length > 0) {
    const used = await trx.selectFrom('reports').select('id').where('class_id', '=', id).limit(1).execute()
    if (used.length > 0) throw conflict(classMessages.inUse(class_name, before.curriculum))
    await trx.updateTable('classes').set({ curriculum }).where('id', '=', id).execute()
    await writeChange(change, { entity: 'class', entity_id: id, action: 'changed curriculum', changes })
  }
  return { id, class_name, curriculum }
}
