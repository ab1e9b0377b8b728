import type { StudentRow } from '#contract/students.ts'

/** What is shown of the student whose record is picked or edited. */
export type RecordStudent = Pick<StudentRow, 'id' | 'ref' | 'name' | 'path' | 'status'>
