import { z } from 'zod'
import { idParams } from './identity/auth.ts'
import { type Calls, reply } from './base/call.ts'
import { type CurriculumName, curriculumSchema, DEFAULT_CURRICULUM } from './records/curricula.ts'
import { lineSchema } from './base/fields.ts'
import { fold, listMeta, listQuery } from './base/lists.ts'

/** The number of years that Add Year offers, up to the current one. */
export const YEARS_OFFERED = 11

export const offeredYears = (thisYear: number) =>
  Array.from({ length: YEARS_OFFERED }, (_, index) => String(thisYear - index))

export const YEAR_NOT_VALID = 'Year is not valid'

type LookupField = 'year_name' | 'term_name' | 'class_name' | 'subject_name'
/** A form or answer contains only the name field of its own kind. */
export type LookupForm = Partial<Record<LookupField, string>> & {
  /** Only classes have a curriculum. */
  curriculum?: CurriculumName
}
export type Lookup = { id: number } & LookupForm

/** The kinds of lookup, each with its field and its labels. */
export const lookups = {
  years: lookupOf({ field: 'year_name', entity: 'year', word: 'Year', label: 'Year' }),
  terms: lookupOf({ field: 'term_name', entity: 'term', word: 'Term', label: 'Term' }),
  classes: lookupOf({
    field: 'class_name',
    entity: 'class',
    word: 'Class',
    label: 'Class',
    hasCurriculum: true,
  }),
  subjects: lookupOf({ field: 'subject_name', entity: 'subject', word: 'Subject', label: 'Subject Name' }),
}

export type LookupKind = keyof typeof lookups
export const lookupKinds = ['years', 'terms', 'classes', 'subjects'] as const satisfies LookupKind[]

export const lookupName = (kind: LookupKind, lookup: LookupForm) => lookup[lookups[kind].field] ?? ''
export const lookupSaved = (kind: LookupKind) => `${lookups[kind].word} saved.`
export const lookupTaken = (kind: LookupKind) => `This ${lookups[kind].entity} exists already`

/** Years begin with the newest; the other kinds are sorted by name. */
export function sortLookups(kind: LookupKind, rows: Lookup[]): Lookup[] {
  const direction = kind === 'years' ? -1 : 1
  const nameOf = (row: Lookup) => lookupName(kind, row)
  return rows.toSorted((a, b) => direction * compareNames(nameOf(a), nameOf(b)) || a.id - b.id)
}

/** Sorts Term 2 before Term 10. Written by hand, because Intl.Collator costs the server ten megabytes. */
export function compareNames(a: string, b: string): number {
  const [before, after] = [sortKeyOf(a), sortKeyOf(b)]
  return before < after ? -1 : before > after ? 1 : 0
}

/** Sorts the terms of all years: `2027, Term 2` before `2027, Term 10` before `2028, Term 1`. Names never change. */
export const periodKey = (year_name: string, term_name: string) =>
  `${sortKeyOf(year_name)} ${sortKeyOf(term_name)}`
/** Sorts after every term. */
export const OPEN_END = '~'

/** Caches the sort keys: there are few names, and every list of records is sorted by them. */
const sortKeys = new Map<string, string>()
const SORT_KEYS_MAX = 1_000

/** Pads the numbers in a name, so that they sort by value. */
function sortKeyOf(name: string): string {
  const known = sortKeys.get(name)
  if (known !== undefined) return known
  if (sortKeys.size >= SORT_KEYS_MAX) sortKeys.clear()
  const key = fold(name).replace(/\d+/g, (digits) => digits.padStart(10, '0'))
  sortKeys.set(name, key)
  return key
}

type Words = {
  field: LookupField
  /** The entity name in the history. */
  entity: 'year' | 'term' | 'class' | 'subject'
  word: string
  /** The label of its field. */
  label: string
  hasCurriculum?: true
}
type RowShape = { id: z.ZodNumber } & Record<LookupField, z.ZodString>

function lookupOf(words: Words) {
  const { field, label, hasCurriculum } = words
  const text = lineSchema(label, `${label} cannot be empty`, 100)
  const name = field === 'year_name' ? text.regex(/^(\d{4})?$/, YEAR_NOT_VALID) : text
  // The compiler only knows that a computed key is a string.
  const row = {
    id: z.number().int(),
    [field]: z.string(),
    ...(hasCurriculum && { curriculum: curriculumSchema }),
  } as RowShape
  const form: z.ZodType<LookupForm> = z.object({
    [field]: name,
    ...(hasCurriculum && { curriculum: curriculumSchema.default(DEFAULT_CURRICULUM) }),
  }) as z.ZodType<LookupForm>
  const schema: z.ZodType<Lookup> = z.object(row)
  const savedSchema: z.ZodType<Lookup & { message: string }> = z.object({ ...row, message: z.string() })
  return { ...words, form, schema, savedSchema }
}

const listing = (kind: LookupKind) => ({
  summary: `The ${kind}`,
  query: listQuery,
  answer: reply({ data: z.array(lookups[kind].schema), meta: listMeta }),
})

/** Callers may send the name as form data, although there is never a file. */
const adding = (kind: LookupKind) => ({
  summary: `Add a ${lookups[kind].entity}`,
  body: lookups[kind].form,
  uploads: {},
  answer: reply({ message: z.string(), data: lookups[kind].savedSchema }),
})

/** A class with report cards cannot change its curriculum, because they were entered by its rules. */
export const classMessages = {
  curriculumSaved: (class_name: string, curriculum: CurriculumName) => `${class_name} is ${curriculum} now.`,
  inUse: (class_name: string, curriculum: CurriculumName) =>
    `${class_name} has report cards, and stays ${curriculum}`,
} as const

/** A class whose name suggests another curriculum than it has. */
export const doubtfulClassSchema = z.object({
  id: z.number().int(),
  class_name: z.string(),
  curriculum: curriculumSchema,
  proposed: curriculumSchema,
  /** The number of its report cards. Only a class without any can be changed. */
  reports: z.number().int(),
})
export type DoubtfulClass = z.output<typeof doubtfulClassSchema>

export const lookupCalls = {
  'GET /api/years': listing('years'),
  'POST /api/years': adding('years'),
  'POST /api/years/next': {
    summary: 'Add the coming year, to plan it',
    answer: reply({ message: z.string(), data: lookups.years.savedSchema }),
  },
  'GET /api/terms': listing('terms'),
  'POST /api/terms': adding('terms'),
  'GET /api/classes': listing('classes'),
  'POST /api/classes': adding('classes'),
  'GET /api/classes/doubtful': {
    summary: 'The classes whose names suggest another curriculum than they have',
    answer: reply({ data: z.array(doubtfulClassSchema) }),
  },
  'PUT /api/classes/:id': {
    summary: 'Set the curriculum of a class without report cards',
    params: idParams,
    body: z.object({ curriculum: curriculumSchema }),
    answer: reply({ message: z.string(), data: lookups.classes.schema }),
  },
  'GET /api/subjects': listing('subjects'),
  'POST /api/subjects': adding('subjects'),
} satisfies Calls
