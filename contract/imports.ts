import { z } from 'zod'
import { idParams } from './identity/auth.ts'
import { type Calls, reply } from './base/call.ts'
import { likeStudentSchema } from './students/duplicates.ts'
import { lineSchema, namesOf, orNone } from './base/fields.ts'
import { listMeta, listQuery } from './base/lists.ts'
import { formErrorCode, importMessages, rowErrors } from './importMessages.ts'
import { type LookupForm, type LookupKind, lookups } from './lookups.ts'
import { curriculumInName } from './records/curricula.ts'
import { schoolForm } from './schools.ts'

export const importKinds = [
  'students',
  'schools',
  'supporters',
  'staff',
  'results',
  'receipts',
  'plans',
  'accounts',
] as const
export type ImportKind = (typeof importKinds)[number]

/**
 * Records of the past. A row has a column for each of its subjects, such as `marks.English`, or items, such as
 * `items.Transport` or `items.Transport: Bus fare`. The rows of a student, term and receipt number are one record.
 */
export const recordParts = { results: 'marks.', receipts: 'items.' } as const
export type RecordImport = keyof typeof recordParts
export const isRecordImport = (kind: ImportKind): kind is RecordImport => Object.hasOwn(recordParts, kind)
/** Separates the costs of items of one name in a cell: `300 + 250`. */
export const COST_SEPARATOR = ' + '

/** The rows of one call. */
export const IMPORT_ROWS_MAX = 5_000
/** The rows of a sheet of past records, which the page sends in several calls, each of which is an import. */
export const RECORD_ROWS_MAX = 30_000
export const rowsMaxOf = (kind: ImportKind) => (isRecordImport(kind) ? RECORD_ROWS_MAX : IMPORT_ROWS_MAX)
/** Rows of a register have some 700 bytes each; sheets with long backgrounds are sent in several imports. */
export const IMPORT_MAX_BYTES = 8 * 1024 * 1024
/** The maximum length of a file name on common file systems. */
export const FILE_NAME_MAX = 255
const HEADINGS_MAX = 100
export const WORDS_MAX = 5_000

/** The value of a cell. */
const cell = z.union([z.string(), z.number(), z.null()])
export type Cell = z.output<typeof cell>

/** A heading or word of a sheet, case-folded by the page. */
export const wordSchema = lineSchema('A heading or word', 'A heading or word cannot be empty')
const field = z.string().regex(/^[a-z_]{1,40}$/, 'Field is not known')
/** By column: the value of empty cells in rows that add a student. */
const defaultsSchema = z.record(z.string(), cell, 'Defaults must be values by column')
/** Columns that updates do not change. */
const keptSchema = z.array(field, 'Fields to keep must be a list of columns').max(HEADINGS_MAX)
export const decisionSchema = z.union(
  [z.enum(['skip', 'add']), z.int32().positive()],
  'Decision is not known',
)
export type Decision = z.output<typeof decisionSchema>
const FILES_WRONG = 'Files must be two names at most'
const fileNamesSchema = z
  .array(z.string(FILES_WRONG).max(FILE_NAME_MAX, FILES_WRONG), FILES_WRONG)
  .max(2, FILES_WRONG)
/** The user's answers about a row. `blanks` are defaults of the row alone. */
export const rowAnswers = z.object({
  /**
   * About a possible duplicate: skip the row, add another student, or update the student with this id. Without an answer, a row
   * like a registered student is skipped, and one like another row is added.
   */
  duplicate: orNone(decisionSchema),
  keep: keptSchema.default([]),
  blanks: defaultsSchema.default({}),
  /** The file names of the picture and the certificate, which are added later. */
  files: fileNamesSchema.optional(),
})
/** The columns of a row by name, and answers about it. */
export type ImportedRow = Record<string, unknown>

const newOf = (kind: LookupKind) =>
  z
    .array(lookups[kind].form, `New ${kind} must be a list`)
    .max(HEADINGS_MAX, `An import may not add more than ${HEADINGS_MAX} ${kind}`)
    .default([])
/** The names that an import adds if they do not exist, by kind. */
const newLookupsSchema = z.object({
  years: newOf('years'),
  terms: newOf('terms'),
  classes: newOf('classes'),
  subjects: newOf('subjects'),
})
export type NewLookups = z.output<typeof newLookupsSchema>

/** Makes `new_lookups` of names by the field of a row: `year`, `class`. */
export function newLookups(names: ReadonlyMap<string, Iterable<string>>): NewLookups {
  const of = (kind: LookupKind) =>
    Array.from(names.get(lookups[kind].entity) ?? [], (name): LookupForm => {
      const curriculum = kind === 'classes' ? curriculumInName(name) : undefined
      return { [lookups[kind].field]: name, ...(curriculum && { curriculum }) }
    })
  return { years: of('years'), terms: of('terms'), classes: of('classes'), subjects: of('subjects') }
}

const headings = z.record(wordSchema, field.nullable(), 'Headings must be fields by heading')
const WORDS_WRONG = 'Words must be meanings by field and word'
const words = z.record(
  field,
  z.record(wordSchema, lineSchema('Meaning', 'Meaning cannot be empty')),
  WORDS_WRONG,
)

export const importForm = z.object({
  kind: z.enum(importKinds, 'Kind is not known'),
  /** The cells and answers are validated row by row, with the messages of the form, and not with the body. */
  rows: z
    .array(
      z.custom<ImportedRow>(
        (row) => typeof row === 'object' && row !== null && !Array.isArray(row),
        importMessages.rowNotValid,
      ),
      importMessages.rowsRequired,
    )
    .min(1, importMessages.rowsRequired)
    .max(IMPORT_ROWS_MAX, `An import may not have more than ${IMPORT_ROWS_MAX} rows`),
  check: z.boolean('Check must be true or false').default(false),
  /** The name of the file that the rows come from. */
  file: lineSchema('File', 'File cannot be empty').optional(),
  /**
   * The values of empty cells, which updates of students and schools do not use. For callers of the API: the page writes them into the rows.
   */
  defaults: defaultsSchema.default({}),
  /** The columns that no update changes. A row may name more. */
  keep: keptSchema.default([]),
  /** Schools with their clusters, and clusters alone, that the import adds if they do not exist. */
  new_places: z
    .array(
      z.object({
        school: schoolForm.shape.school.optional(),
        cluster: lineSchema('Cluster', 'Cluster cannot be empty'),
      }),
      'Places must be a list',
    )
    .max(IMPORT_ROWS_MAX, `An import may not add more than ${IMPORT_ROWS_MAX} places`)
    .default([]),
  /** Years, terms, classes and subjects that the import adds if they do not exist. */
  new_lookups: newLookupsSchema.default({ years: [], terms: [], classes: [], subjects: [] }),
  /** What happens to negative amounts: they reduce an item of their receipt, or are not imported. */
  refunds: orNone(z.enum(['take off', 'leave out'], 'Refunds must be take off or leave out')),
  /** How columns and words were mapped: stored with an import, to propose the mapping of the next one. */
  headings: headings
    .refine(
      (all) => Object.keys(all).length <= HEADINGS_MAX,
      `No more than ${HEADINGS_MAX} headings can be remembered`,
    )
    .default({}),
  words: z
    .record(
      z.string(),
      z.custom<object>((of) => typeof of === 'object' && of !== null, WORDS_WRONG),
      WORDS_WRONG,
    )
    // Counted before they are validated one by one.
    .refine(
      (all) => Object.values(all).reduce((sum, of) => sum + Object.keys(of).length, 0) <= WORDS_MAX,
      `No more than ${WORDS_MAX} words can be remembered`,
    )
    .pipe(words)
    .default({}),
})
export type ImportForm = z.output<typeof importForm>

const count = z.number().int()

/** By heading: its field, or null if the column was skipped. By field and word: the meaning of the word. */
export const rememberedSchema = z.object({ headings, words })
export type Remembered = z.output<typeof rememberedSchema>

export const importErrorSchema = z.object({
  /** Counts from 0. */
  row: count,
  /** The column, and the value of the row in it. */
  field: z.string(),
  value: cell,
  code: z.enum([...formErrorCode.options, ...namesOf(rowErrors)]),
  message: z.string(),
  /** The students whom the row may mean. */
  students: z.array(z.object({ ref: z.string(), name: z.string() })).optional(),
})
export type ImportError = z.output<typeof importErrorSchema>
export type ImportErrorCode = ImportError['code']

export const duplicateRowSchema = z.object({
  row: count,
  /** The student who may be the same child; null if it is an earlier row of the sheet, of a child or of a receipt. */
  of: likeStudentSchema.nullable(),
  of_row: count.nullable(),
})
export type DuplicateRow = z.output<typeof duplicateRowSchema>

const refundSchema = z.object({
  row: count,
  field: z.string(),
  /** In whole cents, as the item's costs. */
  refund: count,
  /** The item that it is taken off, with its cost before and after; null if no item is as large. */
  item: z.object({ name: z.string(), before: count, after: count }).nullable(),
})
export type RefundRow = z.output<typeof refundSchema>

export const importCheckSchema = z.object({
  /** The number that would be imported: those that would be added, and updated. A record may have several rows. */
  good: count,
  created: count,
  updated: count,
  /** Possible duplicates that would be skipped. */
  skipped: count,
  /** The rows whose supporter has no email, so that the name is stored. */
  named_supporters: count,
  /** Of receipts: the sum of the good ones, in whole cents. */
  total: count,
  /** Of past records, by row: the student's id, or null if no student was found. */
  students: z.array(count.nullable()),
  /** Of past records: the classes that other records of the year give, with the number of records, good or not. */
  own_classes: z.array(z.object({ name: z.string(), records: count })),
  /** Of school accounts: the rows of schools that would have the same account as others, which is allowed. */
  shared_accounts: z.array(z.object({ row: count, school: z.string(), shared_with: z.array(z.string()) })),
  errors: z.array(importErrorSchema),
  /** Every possible duplicate, decided or not. A row may be similar to several students. */
  duplicates: z.array(duplicateRowSchema),
  /** The negative amounts of receipts, answered or not. */
  refunds: z.array(refundSchema),
  /** What updates would change, also in the columns that stay unchanged, in words and by field. */
  changes: z.array(
    z.object({
      field: z.string(),
      rows: z.array(z.object({ row: count, from: z.string().nullable(), to: z.string().nullable() })),
    }),
  ),
})
export type ImportCheck = z.output<typeof importCheckSchema>

export const importSavedSchema = z.object({ id: count, created: count, updated: count, skipped: count })
export type ImportSaved = z.output<typeof importSavedSchema>

export const importSchema = importSavedSchema.extend({
  kind: z.enum(importKinds),
  file: z.string().nullable(),
  at: z.string(),
  by: z.string(),
  /** Schools, clusters, and years, terms, classes and subjects that the import added. */
  schools: count,
  clusters: count,
  lookups: count,
  undone_at: z.string().nullable(),
  /** The rows that an undo has left, which a later one may undo. */
  left: count,
  /** Whether the caller may still undo it, or finish that. */
  can_undo: z.boolean(),
  /** Its users who are New and have not been sent a letter. */
  uninvited: count,
})
export type Import = z.output<typeof importSchema>

export const importedSchema = z.object({
  row: count,
  id: count,
  name: z.string(),
  /** The ref of a student. */
  ref: z.string().nullable(),
  is_new: z.boolean(),
  /** A student's picture, whether the paper of the entry exam is stored, and the status; null without a student. */
  path: z.string().nullable(),
  has_certificate: z.boolean(),
  status: z.number().int().nullable(),
  /** The names of the student's picture and certificate in the sheet. */
  files: z.array(z.string()),
})
export type Imported = z.output<typeof importedSchema>

export const undoneSchema = z.object({
  removed: count,
  restored: count,
  /** Removed clusters, and schools, years, terms, classes and subjects that were added beside the rows. */
  schools: count,
  clusters: count,
  lookups: count,
  /** Pictures and certificates that were added with the import, and are removed with their students. */
  files: count,
  kept: z.array(importedSchema.pick({ id: true, name: true, ref: true }).extend({ why: z.string() })),
})
export type Undone = z.output<typeof undoneSchema>

/** One of this kind of import, with the number of them. */
const ofOneImport = z.object({ count, import_id: count }).nullable()

export const movingInSchema = z.object({
  steps: z.array(
    z.object({
      kind: z.enum(importKinds),
      /** Those in Elimu, however they were added; of staff those whom an import can add. */
      count,
      /** Imported users who are New and have received no letter, with their newest import. */
      uninvited: ofOneImport,
      /** The rows that the newest import left out. */
      left_out: ofOneImport,
      /** Who said that the charity has no sheet of this kind, and when. */
      nothing: z.object({ by: z.string(), at: z.string() }).nullable(),
    }),
  ),
  /** Active students whose supporter has no email. */
  waiting_students: count,
})
export type MovingIn = z.output<typeof movingInSchema>
export type MovingStep = MovingIn['steps'][number]

export const importCalls = {
  'GET /api/imports': {
    summary: 'The imports, the newest first',
    query: listQuery,
    answer: reply({ data: z.array(importSchema), meta: listMeta }),
  },
  'GET /api/imports/:id': {
    summary: 'An import, with the outcome of its rows',
    params: idParams,
    answer: reply({ data: importSchema.extend({ rows: z.array(importedSchema) }) }),
  },
  'GET /api/imports/remembered': {
    summary: 'What the headings and words of earlier sheets meant',
    query: z.object({ kind: importForm.shape.kind }),
    answer: reply({ data: rememberedSchema }),
  },
  'GET /api/imports/steps': {
    summary: 'How much of each kind is in Elimu, and what waits',
    answer: reply({ data: movingInSchema }),
  },
  'PUT /api/imports/steps': {
    summary: 'Save whether the charity has nothing to import of a kind',
    body: z.object({
      kind: importForm.shape.kind,
      has_nothing: z.boolean('Whether there is nothing must be true or false'),
    }),
    answer: reply({ message: z.string() }),
  },
  'POST /api/imports': {
    summary: 'Check the rows of a sheet, or import the valid ones',
    body: importForm,
    answer: z.union([
      reply({ data: importCheckSchema }),
      reply({ message: z.string(), data: importSavedSchema }),
    ]),
  },
  'GET /api/imports/:id/undo': {
    summary: 'What an undo would remove, restore and leave',
    params: idParams,
    answer: reply({ data: undoneSchema }),
  },
  'POST /api/imports/:id/undo': {
    summary: 'Undo an import, except what was changed or used since',
    params: idParams,
    answer: reply({ message: z.string(), data: undoneSchema }),
  },
  'POST /api/imports/:id/invitations': {
    summary: 'Mail the imported users who are New their links, once',
    params: idParams,
    answer: reply({ message: z.string(), data: z.object({ invited: count }) }),
  },
} as const satisfies Calls
