import type { Question } from '../../sheet/ask/Question.ts'

export type QuestionGroup = { title: string; questions: Question[] }

const titles: Record<string, string> = {
  'word year': 'Term and class',
  'word term': 'Term and class',
  'word class': 'Term and class',
  'word subject': 'Subjects',
  'word cost_category': 'Cost categories',
  'word school': 'Schools',
  'word cluster': 'Clusters',
  'word liaison': 'Liaison officers',
}
const kinds: Partial<Record<Question['kind'], string>> = {
  sheet: 'Term and class',
  mark: 'Cells without a mark',
  blank: 'Not answered in the sheet',
  decimals: 'Amounts',
  turned: 'Names',
}

const titleOf = ({ kind, target }: Question) =>
  kinds[kind] ?? titles[`${kind} ${target.field}`] ?? target.label

/** Groups questions by what they are about, in the order in which they are asked. */
export const groupsOf = (questions: readonly Question[]): QuestionGroup[] =>
  [...Map.groupBy(questions, titleOf)].map(([title, of]) => ({ title, questions: of }))
