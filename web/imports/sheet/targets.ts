import { dayOf } from '#contract/base/days.ts'
import { type FieldColumn, shownName } from '#contract/base/fields.ts'
import { importFields, type ImportKind } from '#contract/imports.ts'
import { schoolForm } from '#contract/schools.ts'
import { entryExamNames, studentForm } from '#contract/students.ts'
import { userForm } from '#contract/users.ts'
import { type ImportColumn, importColumns } from './importColumns.ts'

/** A field that a column may be assigned to. */
export type Target = ImportColumn & {
  /** The name on the wire, or one of `ownTargets`, which are not sent. */
  field: string
  /** The form's label. */
  label: string
  /** The note beside the label: `needed`, `needed with KCPE`, or nothing. */
  need: string
  /** Whether the form may leave it empty. */
  isOptional?: boolean
  /** Whether its text may have several lines. */
  isMultiline?: boolean
  holds: FieldColumn['holds'] | 'file'
  words: readonly string[]
  outOf?: number | undefined
  /** The fields that it replaces, alone or with others. */
  replaces?: readonly string[]
}

const targetOf = (field: string, label: string, other: Partial<Target>): Target => ({
  field,
  label,
  need: '',
  holds: 'text',
  words: [],
  ...other,
  ...importColumns[field],
})

const wholeName = targetOf('whole_name', 'Full Name, the last word is the last name', {
  replaces: ['first_name', 'last_name'],
})

const ownTargets: Partial<Record<ImportKind, Target[]>> = {
  students: [
    targetOf('first_names', 'First Name', { replaces: ['name'] }),
    targetOf('other_names', 'Other Names', { replaces: ['name'] }),
    targetOf('last_names', 'Last Name', { replaces: ['name'] }),
    targetOf('picture_file', 'Picture file name', { holds: 'file' }),
    targetOf('certificate_file', 'Certificate file name', { holds: 'file' }),
  ],
  supporters: [wholeName],
  staff: [wholeName],
}

/** In the order of the form. */
export const targetsOf = (kind: ImportKind): Target[] => (known[kind] ??= readTargets(kind))
const known: { [Kind in ImportKind]?: Target[] } = {}

function readTargets(kind: ImportKind): Target[] {
  const needs = needsOf(kind)
  const inForm = Object.entries(importFields[kind]).map(([field, { label, column, isOptional, input }]) => {
    const [example] = isOptional ? [] : column.words
    const form = { ...column, need: needs(field), isOptional, isMultiline: input.as === 'text' }
    return targetOf(field, label, { ...form, ...(example && { example }) })
  })
  return [...inForm, ...(ownTargets[kind] ?? [])]
}

/** The fields that the form requires when it is empty. Some are required with certain exams only. */
function needsOf(kind: ImportKind): (field: string) => string {
  const terms = { today: () => dayOf(new Date()), choosesLiaison: true }
  const form = { students: studentForm(terms), schools: schoolForm, supporters: userForm, staff: userForm }[
    kind
  ]
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
