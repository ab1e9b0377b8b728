import type { StudentForm } from '#contract/students.ts'

/** The fields of the form by their names in the history: `school`, not `school_id`. */
type Told = { [Field in keyof StudentForm as Field extends `${infer Name}_id` ? Name : Field]: string }

/** The labels of a student's fields in forms and histories, by their names on the wire. */
export const studentLabels = {
  ref: 'Ref',
  name: 'Name',
  dob: 'Date of Birth',
  dor: 'Date of Registration',
  gender: 'Gender',
  category: 'Category Type',
  entry_exam: 'Entry Exam',
  kcpe: 'KCPE Score',
  assessment_no: 'Assessment No.',
  pathway: 'Pathway',
  ambition: 'Ambition',
  siblings: 'Number of Siblings',
  languages: 'Languages Spoken',
  school: 'Current School',
  liaison: 'Liaison Officer',
  background: 'Background',
  mother: 'Mother',
  father: 'Father',
  guardian: 'Guardian',
  picture: 'Profile Picture',
  certificate: 'KCPE Certificate',
  'result slip': 'Result Slip',
  supporter: 'Supporter',
  status: 'Status',
  reason: 'Reason',
} as const satisfies Told & Record<string, string>
