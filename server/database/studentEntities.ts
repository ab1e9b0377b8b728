import type { Tables } from './tables.ts'

/** The entities about a child: their names in the history, and the tables of their rows. */
export const studentEntities = {
  student: 'students',
  report: 'reports',
  receipt: 'receipts',
  document: 'documents',
  media: 'media',
  consent: 'consents',
  request: 'requests',
  wrong_recipient: 'wrong_recipients',
  own_plan: 'own_plans',
  commitment: 'commitments',
  payment_line: 'payment_lines',
} as const satisfies Record<string, TableAboutStudents>

export type StudentEntity = keyof typeof studentEntities

type TableAboutStudents =
  | 'students'
  | { [Table in keyof Tables]: 'student_id' extends keyof Tables[Table] ? Table : never }[keyof Tables]
