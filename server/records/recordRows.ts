import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import {
  ifShared,
  isOfVisibleStudent,
  isVisibleState,
  type Viewer,
} from '../privacy/visibility/visibleStudents.ts'
import { authorIn } from '../users/userNameIn.ts'
import { type RecordKind, recordTable } from '../database/recordTables.ts'

/** The columns that every kind of record returns, for the records that a viewer may see. */
export const recordRows = (db: Db, kind: RecordKind, viewer: Viewer) =>
  db
    .selectFrom(recordTable(db, kind))
    .innerJoin('years', 'years.id', 'record.year_id')
    .innerJoin('terms', 'terms.id', 'record.term_id')
    .innerJoin('classes', 'classes.id', 'record.class_id')
    .innerJoin('schools', 'schools.id', 'record.school_id')
    .leftJoin('users', 'users.id', 'record.entered_by')
    .select([
      'record.id',
      'record.student_id',
      'record.year_id',
      'record.term_id',
      'record.class_id',
      'year_name as year',
      'term_name as term',
      'class_name as class',
      ifShared(sql.ref<string>('schools.school'), 'profile', viewer, 'record.student_id').as('school'),
      'record.status',
      'record.remark',
      authorIn('users').as('entered_by'),
      'record.updated_at',
      'record.version',
      'record.liaison_comment',
    ])
    .where(isOfVisibleStudent(db, viewer, 'progress'))
    .where(isVisibleState(viewer))
