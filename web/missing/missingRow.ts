import type { Missing } from '#contract/records/steps.ts'

/** A row for tests. */
export const missingRow = (own: Partial<Missing>): Missing => ({
  student_id: 1,
  ref: 'EL-0001',
  name: 'Kevin Otieno',
  path: null,
  status: 0,
  school: 'Nyando Girls High School',
  liaison_id: 4,
  liaison: 'Lydia Chebet',
  open: [],
  records: [],
  unknown_facts: 0,
  consent_until: null,
  due_since: null,
  paid_since: null,
  step: null,
  waits_for: null,
  ...own,
})
