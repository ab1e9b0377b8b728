import { namesOf } from '../base/fields.ts'

/**
 * The PDFs of exams: heading, name within a sentence, link, name in files and history, and the messages of changing it.
 * A stored one keeps its kind when another exam is chosen.
 */
export const examPapers = {
  certificate: {
    paper: 'KCPE Certificate',
    noun: 'KCPE certificate',
    view: 'View KCPE Certificate',
    fact: 'certificate',
    saved: 'KCPE certificate saved.',
    required: 'Please Select Student KCPE certificate for upload',
  },
  'result slip': {
    paper: 'Result Slip',
    noun: 'result slip',
    view: 'View Result Slip',
    fact: 'result slip',
    saved: 'Result slip saved.',
    required: 'Please Select Student Result Slip for upload',
  },
} as const
export type ExamPaper = keyof typeof examPapers
export const paperKinds = namesOf(examPapers)
const { certificate, 'result slip': resultSlip } = examPapers

/**
 * The exams that lead to a child's school. `isScored`: its score and its document are required. `hasPathway`: it leads to
 * senior school, with an assessment number and a pathway.
 */
export const entryExams = {
  KCPE: { isScored: true, hasPathway: false, ...certificate },
  KJSEA: { isScored: false, hasPathway: true, ...resultSlip },
  KPLEA: { isScored: false, hasPathway: true, ...resultSlip },
  None: { isScored: false, hasPathway: false, ...resultSlip },
} as const
export type EntryExamName = keyof typeof entryExams
export const entryExamNames = namesOf(entryExams)
export const DEFAULT_EXAM = 'KCPE' satisfies EntryExamName
