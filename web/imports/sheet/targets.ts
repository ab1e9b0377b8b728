import { dayOf } from '#contract/base/days.ts'
import { type FieldColumn, shownName } from '#contract/base/fields.ts'
import { importFields, type ImportKind } from '#contract/imports.ts'
import { schoolForm } from '#contract/schools.ts'
import { entryExamNames, studentForm } from '#contract/students.ts'
import { userForm } from '#contract/users.ts'

/** A field that a column may be assigned to. */
export type Target = Omit<FieldColumn, 'holds'> & {
  /** The name on the wire, or one of `fileFields` and `standIns`, which are not sent. */
  field: string
  /** The form's label. */
  label: string
  /** The note beside the label: `needed`, `needed with KCPE`, or nothing. */
  need: string
  /** Whether the form has it as optional. */
  isOptional?: boolean
  holds: FieldColumn['holds'] | 'file'
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

const local = (field: string, label: string, holds: Target['holds'] = 'text'): Target => ({
  field,
  label,
  need: '',
  holds,
  words: [],
})

const localTargets: Partial<Record<ImportKind, Target[]>> = {
  students: [
    local('first_names', 'First Name'),
    local('other_names', 'Other Names'),
    local('last_names', 'Last Name'),
    local(fileFields.picture, 'Picture file name', 'file'),
    local(fileFields.certificate, 'Certificate file name', 'file'),
  ],
  supporters: [local(WHOLE_NAME, 'Full Name, the last word is the last name')],
}

/** In the order of the form. */
export const targetsOf = (kind: ImportKind): Target[] => (known[kind] ??= readTargets(kind))
const known: { [Kind in ImportKind]?: Target[] } = {}

function readTargets(kind: ImportKind): Target[] {
  const needs = needsOf(kind)
  const targets = Object.entries(importFields[kind]).map(([field, { label, column, isOptional }]): Target => {
    const { holds, words, outOf } = column
    return { field, label, need: needs(field), isOptional, holds, words, outOf }
  })
  return [...targets, ...(localTargets[kind] ?? [])]
}

/** The fields that the form requires when it is empty. Some are required with certain exams only. */
function needsOf(kind: ImportKind): (field: string) => string {
  const terms = { today: () => dayOf(new Date()), choosesLiaison: true }
  const form = { students: studentForm(terms), schools: schoolForm, supporters: userForm }[kind]
  const asked = entryExamNames.map((entry_exam) => {
    const issues = form.safeParse({ entry_exam }).error?.issues ?? []
    return { entry_exam, fields: new Set(issues.map(({ path }) => shownName(String(path[0])))) }
  })
  return (field) => {
    const exams = asked.filter(({ fields }) => fields.has(field)).map(({ entry_exam }) => entry_exam)
    if (exams.length === asked.length) return 'needed'
    return exams.length > 0 ? `needed with ${exams.join(', ')}` : ''
  }
}
