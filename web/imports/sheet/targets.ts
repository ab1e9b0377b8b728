import { dayOf } from '#contract/fields.ts'
import { columnOf, importColumns, type ImportKind } from '#contract/imports.ts'
import { schoolForm } from '#contract/schools.ts'
import { categories, entryExamNames, genders, KCPE_MAX, pathways, studentForm } from '#contract/students.ts'
import { userForm } from '#contract/users.ts'
import { schoolLabels } from '../../schools/schoolApi.ts'
import { studentLabels } from '../../students/studentLabels.ts'
import { userLabels } from '../../users/userApi.ts'

/** A field that a column may be assigned to. */
export type Target = {
  /** The name on the wire, or one of `fileFields` and `standIns`, which are not sent. */
  field: string
  /** The form's label. */
  label: string
  /** The note beside the label: `needed`, `needed with KCPE`, or nothing. */
  need: string
  /** `words` are chosen from a list; `names` are registered people and places. */
  holds: 'text' | 'number' | 'date' | 'words' | 'names' | 'file'
  /** The form's choices, for `words`. */
  words: readonly string[]
}

/** A student's name in several columns, in the order in which they are joined. */
export const nameParts = ['first_names', 'other_names', 'last_names'] as const

/** The name of a supporter in one column, whose last word is the last name. */
export const WHOLE_NAME = 'whole_name'

/** By field: the columns that together can replace its own column. */
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

/** By field: the maximum mark, which a sheet may give after the mark. */
export const outOf: Partial<Record<string, number>> = { kcpe: KCPE_MAX }

const choices: Record<string, readonly string[]> = {
  gender: Object.values(genders),
  category: Object.values(categories),
  entry_exam: entryExamNames,
  pathway: pathways,
}

const partLabels = { first_names: 'First Name', other_names: 'Other Names', last_names: 'Last Name' }

const localTargets: Partial<Record<ImportKind, Target[]>> = {
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
    // A sheet of schools adds these names, so they are not looked up.
    const isOwnName = kind === 'schools' && field === 'school'
    return {
      field,
      label: labels[kind][field] ?? field,
      need: needs(field),
      holds: choices[field] ? 'words' : isOwnName ? 'text' : (kindsOfField[field] ?? 'text'),
      words: choices[field] ?? [],
    }
  })
  return [...targets, ...(localTargets[kind] ?? [])]
}

/** The fields that the form requires when it is empty. Some are required with certain exams only. */
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
