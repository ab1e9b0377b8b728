import { dayOf } from '#contract/fields.ts'
import { columnOf, importColumns, type ImportKind } from '#contract/imports.ts'
import { schoolForm } from '#contract/schools.ts'
import { categories, entryExamNames, genders, KCPE_MAX, pathways, studentForm } from '#contract/students.ts'
import { userForm } from '#contract/users.ts'
import { schoolLabels } from '../../schools/schoolApi.ts'
import { studentLabels } from '../../students/studentLabels.ts'
import { userLabels } from '../../users/userApi.ts'

/** What a column may go to. */
export type Target = {
  /** The name on the wire, or one of `fileFields` and `standIns`, which stay in the browser. */
  field: string
  /** As the form says it. */
  label: string
  /** What stands beside it: `needed`, `needed with KCPE`, or nothing. */
  need: string
  /** `words` are chosen from a list; `names` are of people and places here. */
  holds: 'text' | 'number' | 'date' | 'words' | 'names' | 'file'
  /** What the form offers, where it holds words. */
  words: readonly string[]
}

/** A student's name in several columns, in the order in which they make one. */
export const nameParts = ['first_names', 'other_names', 'last_names'] as const

/** The name of a supporter in one column, whose last word is the last name. */
export const WHOLE_NAME = 'whole_name'

/** By field: the columns that together may stand in for one of its own. */
export const standIns: Partial<Record<string, readonly string[]>> = {
  name: nameParts,
  first_name: [WHOLE_NAME],
  last_name: [WHOLE_NAME],
}

export const fileFields = { picture: 'picture_file', certificate: 'certificate_file' } as const

const labels: Record<ImportKind, Record<string, string>> = {
  students: studentLabels,
  schools: schoolLabels,
  supporters: userLabels,
}

const kindsOfField: Record<string, Target['holds']> = {
  dob: 'date',
  dor: 'date',
  kcpe: 'number',
  siblings: 'number',
  school: 'names',
  liaison: 'names',
  supporter: 'names',
  cluster: 'names',
}

/** By field: out of how many its mark is, which a sheet may say beside it. */
export const outOf: Partial<Record<string, number>> = { kcpe: KCPE_MAX }

const choices: Record<string, readonly string[]> = {
  gender: Object.values(genders),
  category: Object.values(categories),
  entry_exam: entryExamNames,
  pathway: pathways,
}

const partLabels = { first_names: 'First Name', other_names: 'Other Names', last_names: 'Last Name' }

const onlyHere: Partial<Record<ImportKind, Target[]>> = {
  students: [
    ...nameParts.map((field): Target => ({
      field,
      label: partLabels[field],
      need: '',
      holds: 'text',
      words: [],
    })),
    { field: fileFields.picture, label: 'Picture file name', need: '', holds: 'file', words: [] },
    { field: fileFields.certificate, label: 'Certificate file name', need: '', holds: 'file', words: [] },
  ],
  supporters: [
    {
      field: WHOLE_NAME,
      label: 'Full Name, the last word is the last name',
      need: '',
      holds: 'text',
      words: [],
    },
  ],
}

/** In the order of the form. */
export const targetsOf = (kind: ImportKind): Target[] => (known[kind] ??= readTargets(kind))
const known: { [Kind in ImportKind]?: Target[] } = {}

function readTargets(kind: ImportKind): Target[] {
  const needs = needsOf(kind)
  const targets = importColumns[kind].map((field): Target => {
    // The name of a school is what its own import is about.
    const isOwnName = kind === 'schools' && field === 'school'
    return {
      field,
      label: labels[kind][field] ?? field,
      need: needs(field),
      holds: choices[field] ? 'words' : isOwnName ? 'text' : (kindsOfField[field] ?? 'text'),
      words: choices[field] ?? [],
    }
  })
  return [...targets, ...(onlyHere[kind] ?? [])]
}

/** What the form of each kind asks for when nothing is filled in. Some of it depends on the exam. */
function needsOf(kind: ImportKind): (field: string) => string {
  const terms = { today: () => dayOf(new Date()), choosesLiaison: true }
  const form = { students: studentForm(terms), schools: schoolForm, supporters: userForm }[kind]
  const asked = entryExamNames.map((entry_exam) => {
    const issues = form.safeParse({ entry_exam }).error?.issues ?? []
    return { entry_exam, fields: new Set(issues.map(({ path }) => columnOf(String(path[0])))) }
  })
  return (field) => {
    const exams = asked.filter(({ fields }) => fields.has(field)).map(({ entry_exam }) => entry_exam)
    if (exams.length === asked.length) return 'needed'
    return exams.length > 0 ? `needed with ${exams.join(', ')}` : ''
  }
}
