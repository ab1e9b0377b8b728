const record = { year: 'Year', term: 'Term', class: 'Class', status: 'Status', remark: 'Remark' }

/** What forms and histories call a report's fields. A mark is called by its subject. */
export const reportLabels = {
  ...record,
  grade: 'Mean Grade',
  mark: 'Mean Score',
  teacher_comment: 'Teacher Comment',
  liaison_comment: 'Liaison Comment',
  action_plan: 'Action Plan',
  psychosocial: 'Psychosocial',
  file: 'Report card, PDF',
} as const

/** What they call a receipt's. An item is called by its category and its own words. */
export const receiptLabels = {
  ...record,
  liaison_comment: 'Finance Remarks',
  file: 'Receipt, PDF',
} as const
