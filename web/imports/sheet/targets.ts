import type { Field, FieldColumn } from '#contract/base/fields.ts'
import { importFields } from '#contract/importFields.ts'
import { type ImportKind, isRecordImport, type RecordImport, recordParts } from '#contract/imports.ts'
import { DEFAULT_EXAM, type EntryExamName } from '#contract/students/entryExams.ts'
import { type ImportColumn, importColumns } from './importColumns.ts'

/** A field that a column may be assigned to. */
export type Target = ImportColumn &
  Omit<FieldColumn, 'cellKind'> &
  Partial<Pick<Field, 'isOptional' | 'mayBeUnknown'>> & {
    /** The name on the wire, or one of `ownTargets`, which are not sent. */
    field: string
    label: string
    isNeeded: boolean
    /** Needed only from students who sat this entry exam. */
    neededWith?: EntryExamName
    /** Whether its text may have several lines. */
    isMultiline?: boolean
    cellKind: FieldColumn['cellKind'] | 'file'
    /** The fields that it replaces, alone or with others. */
    replaces?: readonly string[]
    /** For marks or costs: whether each subject or category has its own column, or each mark or cost its own row. */
    layout?: 'columns' | 'rows'
  }

/** The fields whose cells name something registered. */
export type NamedField =
  | 'school'
  | 'cluster'
  | 'liaison'
  | 'supporter'
  | 'year'
  | 'term'
  | 'class'
  | 'subject'
  | 'cost_category'

/** The fields of a sheet of past records that name and give its marks or costs, with columns or with rows for each. */
export const partFields = {
  results: { column: 'subject_result', name: 'subject', value: 'result' },
  receipts: { column: 'category_cost', name: 'cost_category', value: 'cost' },
} as const satisfies Record<RecordImport, object>

/** Whether several columns may go to the field, such as one for each subject, or the name and email of a supporter. */
export const mayHaveSeveral = (field: string | null) =>
  field !== null && ['subject_result', 'result', 'category_cost', 'supporter'].includes(field)

/** The target of one subject or item, to correct its mark or cost. */
export const partTarget = (field: string): Target | undefined => {
  const prefix = Object.values(recordParts).find((each) => field.startsWith(each))
  return prefix && targetOf(field, field.slice(prefix.length), {})
}

const targetOf = (field: string, label: string, other: Partial<Target>): Target => ({
  field,
  label,
  isNeeded: false,
  cellKind: 'text',
  words: [],
  ...other,
  ...importColumns[field],
})

const wholeName = targetOf('whole_name', 'Full Name, last name last', {
  replaces: ['first_name', 'last_name'],
})

const nameParts = [
  targetOf('first_names', 'First Name', { replaces: ['name'] }),
  targetOf('other_names', 'Other Names', { replaces: ['name'] }),
  targetOf('last_names', 'Last Name', { replaces: ['name'] }),
]

const ownTargets: Partial<Record<ImportKind, Target[]>> = {
  students: [
    ...nameParts,
    targetOf('picture_file', 'Picture file name', { cellKind: 'file' }),
    targetOf('certificate_file', 'Certificate file name', { cellKind: 'file' }),
  ],
  supporters: [wholeName],
  staff: [wholeName],
  results: [
    ...nameParts,
    targetOf('subject_result', 'Subject: mark and grade', { layout: 'columns', isNeeded: true }),
    targetOf('subject', 'Subject in each row', { layout: 'rows', isNeeded: true, cellKind: 'names' }),
    targetOf('result', 'Mark and grade of the row’s subject', { layout: 'rows', isNeeded: true }),
  ],
  receipts: [
    ...nameParts,
    targetOf('category_cost', 'Category: cost', { layout: 'columns', isNeeded: true }),
    targetOf('cost_category', 'Category in each row', { layout: 'rows', isNeeded: true, cellKind: 'names' }),
    targetOf('item', 'Item', { layout: 'rows' }),
    targetOf('cost', 'Cost of the row’s item', { layout: 'rows', isNeeded: true }),
  ],
}

/** In the order of the form. */
export const targetsOf = (kind: ImportKind): Target[] => (known[kind] ??= readTargets(kind))
const known: { [Kind in ImportKind]?: Target[] } = {}

function readTargets(kind: ImportKind): Target[] {
  const inForm = Object.entries(importFields[kind]).map(([name, field]) => {
    const { label, column, input, isOptional, mayBeUnknown = false } = field
    const [example] = isOptional ? [] : column.words
    const form = { ...column, ...needOf(kind, name, field), isOptional, mayBeUnknown }
    return targetOf(name, label, { ...form, isMultiline: input.as === 'text', ...(example && { example }) })
  })
  return [...inForm, ...(ownTargets[kind] ?? [])]
}

/** A class that is not given may be known from other records of the year. */
const recordNeeds = new Set(['name', 'year', 'term'])
/** What a sheet of students may say besides the form. */
const besidesForm = new Set(['ref', 'supporter'])

/** Whether the form requires a field: always, or with the exam that has a score. */
function needOf(kind: ImportKind, name: string, { schema }: Field): Partial<Target> {
  const isNeeded = isRecordImport(kind)
    ? recordNeeds.has(name)
    : !besidesForm.has(name) && !schema.safeParse(undefined).success
  return isNeeded && name === 'kcpe' ? { neededWith: DEFAULT_EXAM } : { isNeeded }
}
