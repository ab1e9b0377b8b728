import { sql } from 'kysely'
import { daysFrom } from '#contract/base/days.ts'
import { ERASURE_WAIT_DAYS, type RecordContents } from '#contract/privacy/erasure.ts'
import { studentFields } from '#contract/students/students.ts'
import type { Actor } from '../../database/history.ts'
import { notFound } from '../../base/ApiError.ts'
import type { Services } from '../../Services.ts'
import { keepsSchool } from './keepsSchool.ts'
import { findErasure } from './erasures.ts'
import { prepareExport } from '../export/prepareExport.ts'
import { zipSize } from '../../base/zip.ts'

/** The contents of a student's record, and the parts that anonymising would leave. */
export async function readContents(services: Services, id: number, actor: Actor): Promise<RecordContents> {
  const { db, clock } = services
  const student = await db
    .selectFrom('students')
    .select(['id', 'gender', 'dob', 'school_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  const count = (table: 'reports' | 'receipts' | 'documents' | 'media' | 'consents' | 'requests') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('student_id', '=', id)
  const counted = await db
    .selectNoFrom([
      count('reports').$asScalar().as('reports'),
      count('receipts').$asScalar().as('receipts'),
      count('documents').$asScalar().as('documents'),
      count('media').$asScalar().as('media'),
      count('consents').$asScalar().as('consents'),
      count('requests').$asScalar().as('requests'),
      db
        .selectFrom('media_students')
        .select((eb) => eb.fn.count<number>('media_id').distinct().as('count'))
        .where('gallery_of', '=', id)
        .$asScalar()
        .as('group_media'),
      db
        .selectFrom('notice_items')
        .select((eb) => eb.fn.count<number>('letter_id').distinct().as('count'))
        .where('student_id', '=', id)
        .$asScalar()
        .as('letters'),
      db
        .selectFrom('views')
        .select((eb) => eb.fn.count<number>('day').distinct().as('count'))
        .where('student_id', '=', id)
        .$asScalar()
        .as('accesses'),
      db
        .selectFrom('students')
        .innerJoin('schools', 'schools.id', 'students.school_id')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where(sql<boolean>`gender is not distinct from ${student.gender}`)
        .where(sql`substr(dob, 1, 4)`, '=', student.dob?.slice(0, 4) ?? '')
        .where('cluster_id', '=', (eb) =>
          eb.selectFrom('schools').select('cluster_id').where('schools.id', '=', student.school_id),
        )
        .$asScalar()
        .as('alike'),
    ])
    .$narrowType<Record<keyof typeof none, number>>()
    .executeTakeFirstOrThrow()
  const { entries, changes } = await prepareExport(services, id, actor, clock())
  return {
    ...counted,
    facts: Object.keys(studentFields).length,
    changes,
    bytes: zipSize(entries),
    keeps_school: await keepsSchool(db, student),
    anonymise_on: daysFrom(actor.today, ERASURE_WAIT_DAYS),
    erasure: await findErasure(db, id),
  }
}

const none = {
  reports: 0,
  receipts: 0,
  documents: 0,
  media: 0,
  consents: 0,
  requests: 0,
  group_media: 0,
  letters: 0,
  accesses: 0,
  alike: 0,
}
