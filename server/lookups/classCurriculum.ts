import type { Kysely } from 'kysely'
import type { SessionUser } from '#contract/auth.ts'
import { type CurriculumName, curriculumInName } from '#contract/curricula.ts'
import { classMessages, compareNames, type DoubtfulClass, type Lookup } from '#contract/lookups.ts'
import { changesBetween, writeHistory } from '../database/history.ts'
import { lockRow } from '../database/lockRow.ts'
import type { Tables } from '../database/tables.ts'
import { conflict, notFound } from '../http/ApiError.ts'
import type { Services } from '../Services.ts'

type Db = Kysely<Tables>

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
export function setCurriculum(
  id: number,
  curriculum: CurriculumName,
  actor: SessionUser,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<Lookup> {
  return db.transaction().execute(async (trx) => {
    const before = await lockRow(trx, 'classes', id)
    if (!before) throw notFound()
    const { class_name } = before
    const changes = changesBetween({ curriculum: before.curriculum }, { curriculum })
    if (Object.keys(changes).length > 0) {
      const used = await trx.selectFrom('reports').select('id').where('class_id', '=', id).limit(1).execute()
      if (used.length > 0) throw conflict(classMessages.inUse(class_name, before.curriculum))
      await trx.updateTable('classes').set({ curriculum }).where('id', '=', id).execute()
      const entry = { entity: 'class', entity_id: id, action: 'changed curriculum' } as const
      await writeHistory(trx, { ...entry, changes, user_id: actor.id, at: clock().toISOString() })
    }
    return { id, class_name, curriculum }
  })
}
