import { z } from 'zod'
import { cannotBeEmpty, NOT_AN_EMAIL, tooLong } from './call.ts'
import { daysFrom, isDay } from './days.ts'
import type { SharedPurpose } from '../privacy/consentStates.ts'
import { fold } from './lists.ts'

/** The largest id that both engines and JavaScript numbers represent exactly. */
const MAX_ID = 2_147_483_647

/** An id in a path or query, where everything is text. `0`, `-1`, `1e3` and `1 OR 1=1` are not ids. */
export const idText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .refine((id) => id <= MAX_ID)

/** An id inside a body. Select boxes and multipart fields send it as text. */
export const id = (message: string) =>
  z
    .union([z.number(), z.string()], { error: message })
    .refine((value) => idText.safeParse(String(value)).success, message)
    .transform(Number)

/** The id of a saved row; missing or empty for a new row. */
export const optionalId = z
  .union([z.number(), z.string()])
  .optional()
  .refine((value) => !(Number(value) > MAX_ID), 'Id is not valid')
  .transform((value) => idText.safeParse(String(value ?? '')).data)

/**
 * Invisible characters, and those that change the direction of the text: two different names
 * could look the same.
 */
const invisible = '\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff'
const BLANK = new RegExp(`[\\s${invisible}]`)
/** Allows the zero-width joiner inside emoji. */
const INVISIBLE = new RegExp(`(?!\\u200d\\p{Extended_Pictographic})[${invisible}]`, 'u')

/** For `refine`: no invisible characters inside. */
export const visible = (label: string) =>
  [
    (typed: string) => !INVISIBLE.test(typed),
    `${label} has an invisible character: please type it again`,
  ] as const

/**
 * Removes blanks and invisible characters at both ends. A text without visible characters becomes empty, because such
 * a name could be neither read nor found.
 */
export function trimmed(typed: string): string {
  if (!/[^\s\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(typed)) return ''
  // A pattern that ends in `$` would backtrack for minutes on a megabyte of blanks.
  let [start, end] = [0, typed.length]
  while (BLANK.test(typed.charAt(start))) start += 1
  while (BLANK.test(typed.charAt(end - 1))) end -= 1
  return typed.slice(start, end)
}

/** A required line of text: trimmed, without control characters, of limited length. */
export const lineSchema = (label: string, required: string, max = 200) =>
  z
    .string({ error: required })
    .overwrite(trimmed)
    .min(1, required)
    .max(max, tooLong(label, max))
    // oxlint-disable-next-line no-control-regex
    .regex(/^[^\u0000-\u001f\u007f]*$/, `${label} may not contain control characters`)
    .refine(...visible(label))

/** An optional value: null if it is empty or missing. */
export const orNone = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' && trimmed(value) === '' ? null : value),
      z.nullable(schema),
    )
    .default(null as z.core.util.NoUndefined<z.output<Schema> | null>)

export const textSchema = (label: string, required: string, max: number) =>
  z
    .string({ error: required })
    .transform((typed) => trimmed(typed.replaceAll('\r\n', '\n')))
    .pipe(
      z
        .string()
        .min(1, required)
        .max(max, tooLong(label, max))
        // oxlint-disable-next-line no-control-regex
        .regex(/^[^\u0000-\u0008\u000b-\u001f\u007f]*$/, `${label} may not contain control characters`),
    )

/** A whole number, as a number or as the text that a multipart field sends. */
export function wholeNumberSchema(label: string, required: string, { min = 0, max = MAX_ID } = {}) {
  const wrong = `${label} must be a whole number from ${min} to ${max}`
  return z
    .union([z.number(), z.string()], { error: required })
    .refine((value) => String(value).trim() !== '', { error: required, abort: true })
    .refine((value) => /^\d{1,10}$/.test(String(value).trim()), { error: wrong, abort: true })
    .transform(Number)
    .refine((value) => value >= min && value <= max, wrong)
}

/** A day as `2026-03-12`. */
export const daySchema = (label: string, required: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, { error: required, abort: true })
    .refine(isDay, { error: `${label} is not a date`, abort: true, params: { code: 'notADate' } })

/** Stored trimmed and in lower case, so that an address is recognised in any spelling. */
export const emailSchema = (required: string) =>
  z
    .string({ error: required })
    .overwrite(trimmed)
    .toLowerCase()
    .min(1, required)
    .max(200, tooLong('Email', 200))
    .refine(...visible('Email'))
    .pipe(z.email(NOT_AN_EMAIL))

/** The version of a student or record that the page has loaded. Without one, the server saves without comparing. */
export const knownVersion = z.object({
  version: wholeNumberSchema('Version', 'Version is not valid').optional(),
})

/** The optional `query` of calls that save a student, record or picture. Its value has no effect. */
export const savingQuery = z.object({ query: z.string().max(20).optional() })

/** A value in words, for histories. */
export type Shown = string | number | null

export type FieldInput = {
  /** A `search` box is for hundreds of choices, which the screen loads. */
  as: 'line' | 'number' | 'email' | 'phone' | 'text' | 'day' | 'choice' | 'search'
  placeholder?: string
  choices?: { value: string; label: string }[]
  /** The first day that a calendar offers, and the last one, by the current day. */
  from?: string
  lastDay?: (today: string) => string
}

/** What a column of an imported sheet may contain for a field. */
export type FieldColumn = {
  /** `words` are the choices of the form, `names` those of registered people and places. */
  cellKind: 'text' | 'number' | 'date' | 'words' | 'names'
  words: readonly string[]
  /** The maximum that may follow a number, as in `361/500`. */
  outOf?: number | undefined
}

/** One field of a form. Forms, answers, histories and imports derive from it. */
export type Field<Schema extends z.ZodType = z.ZodType, Answer = z.output<Schema>> = {
  label: string
  /** Validates what is typed, sent or imported. */
  schema: Schema
  /** The same with the rules about the current day. */
  schemaOn: (today: () => string) => Schema
  /** The value in answers. */
  answer: z.ZodType<Answer>
  show: (value: unknown) => Shown
  /** Converts a cell of a sheet to what the form accepts. A cell that means no value stays invalid. */
  fromCell: (cell: unknown) => unknown
  input: FieldInput
  column: FieldColumn
  isOptional: boolean
  /** What the family is asked before a supporter sees it. By default only staff do. */
  sharedUnder: SharedPurpose | null
  /** Whether an import may leave it unknown although the form requires it: see `unknown.ts`. */
  mayBeUnknown?: boolean
}

export type Fields = Readonly<Record<string, Field>>
/**
 * Creates a field of an entity. `line('Ambition')` is a kind, and `fieldsOf('Student', { ambition: line('Ambition') })`
 * calls it with `Student`, because messages begin with the entity's name: `Student Ambition cannot be empty`.
 */
export type Kind<Schema extends z.ZodType, Answer = z.output<Schema>> = (
  entity: string,
  isOptional?: boolean,
) => Field<Schema, Answer>
export type Words = {
  /** The name in messages, if it is not the label. */
  called?: string
  /** The message for an empty field. */
  required?: string
  placeholder?: string
  sharedUnder?: SharedPurpose
}

/** The fields of an entity, in their order. */
export const fieldsOf = <List extends Record<string, Kind<z.ZodType>>>(entity: string, list: List) =>
  mapped(list, (kind) => kind(entity)) as { readonly [Name in keyof List]: ReturnType<List[Name]> }

export const mapped = <Value, Result>(
  list: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
) => Object.fromEntries(Object.entries(list).map(([name, value]) => [name, change(value)]))

type Own<Schema extends z.ZodType> = Pick<Field<Schema>, 'schema' | 'answer' | 'input'> &
  Partial<Omit<Field<Schema>, 'column'>> & { column?: Partial<FieldColumn> }

/** Creates the function for one kind of field, from the properties that only this kind has. */
export const kind =
  <Schema extends z.ZodType>(
    label: string,
    { called = label, required, placeholder, sharedUnder }: Words,
    make: (subject: string, required: string) => Own<Schema>,
  ): Kind<Schema> =>
  (entity, isOptional = false) => {
    const subject = `${entity} ${called}`.trim()
    const { column, input, ...own } = make(
      subject,
      required ?? (isOptional ? `${subject} is not valid` : cannotBeEmpty(subject)),
    )
    return {
      label,
      schemaOn: () => own.schema,
      show: (value) => value as Shown,
      // Spreadsheets store texts of digits as numbers.
      fromCell: (cell) => (typeof cell === 'number' ? String(cell) : cell),
      isOptional,
      sharedUnder: sharedUnder ?? null,
      input: { ...input, ...(placeholder !== undefined && { placeholder }) },
      column: { cellKind: 'text', words: [], ...column },
      ...own,
    }
  }

export const line = (label: string, { max, ...words }: Words & { max?: number } = {}) =>
  kind(label, words, (subject, required) => ({
    schema: lineSchema(subject, required, max),
    answer: z.string(),
    input: { as: 'line' },
  }))

export const text = (label: string, { max, ...words }: Words & { max: number }) =>
  kind(label, words, (subject, required) => ({
    schema: textSchema(subject, required, max),
    answer: z.string(),
    input: { as: 'text' },
  }))

export const email = (label: string, words: Words = {}) =>
  kind(label, words, (_subject, required) => ({
    schema: emailSchema(required),
    answer: z.string(),
    input: { as: 'email' },
  }))

/** `outOf`: the maximum that a sheet may give after the number, as in `361/500`. */
export const wholeNumber = (
  label: string,
  { max, outOf, ...words }: Words & { max: number; outOf?: number },
) =>
  kind(label, words, (subject, required) => ({
    schema: wholeNumberSchema(subject, required, { max }),
    answer: z.number().int(),
    input: { as: 'number' },
    column: { cellKind: 'number', ...(outOf && { outOf }) },
  }))

/** A day, optionally limited: not before a first day, in the past, or not after today. */
export const day = (label: string, { from, before, until, ...words }: Words & DayLimits = {}) =>
  kind(label, words, (subject, required) => {
    const any = daySchema(subject, required)
    const schema = from
      ? any.refine((on) => on >= from, `${subject} cannot be before ${from.slice(0, 4)}`)
      : any
    return {
      schema,
      schemaOn(today) {
        if (before)
          return schema.refine((on) => on < today(), {
            error: `${subject} must be in the past`,
            params: { code: 'notInPast' },
          })
        return until ? schema.refine((on) => on <= today(), `${subject} cannot be after today`) : schema
      },
      answer: z.string(),
      input: {
        as: 'day',
        ...(from && { from }),
        ...(until && { lastDay: (today) => today }),
        ...(before && { lastDay: (today) => daysFrom(today, -1) }),
      },
      column: { cellKind: 'date' },
    }
  })
type DayLimits = { from?: string; before?: 'today'; until?: 'today' }

/** A choice that is stored as a number. */
export const choice = (label: string, names: Readonly<Record<number, string>>, words: Words = {}) =>
  kind(label, { placeholder: `Please Select ${label}`, ...words }, (subject, required) => ({
    schema: wholeNumberSchema(subject, required).refine(
      (value) => Object.hasOwn(names, value),
      `${subject} is not valid`,
    ),
    answer: z.number().int(),
    show: (value) => names[Number(value)] ?? null,
    fromCell: (cell) => Number(Object.entries(names).find(([, word]) => isWord(word, cell))?.[0] ?? MAX_ID),
    input: {
      as: 'choice',
      choices: Object.entries(names).map(([value, name]) => ({ value, label: name })),
    },
    column: { cellKind: 'words', words: Object.values(names) },
  }))

/** A choice that is stored as its word. */
export const word = <const Choice extends string>(
  label: string,
  choices: readonly Choice[],
  words: Words = {},
) =>
  kind(label, words, (subject) => {
    const schema = z.enum(choices, `${subject} is not valid`)
    return {
      schema,
      answer: schema,
      fromCell: (cell) => choices.find((known) => isWord(known, cell)) ?? cell,
      input: { as: 'choice', choices: choices.map((value) => ({ value, label: value })) },
      column: { cellKind: 'words', words: choices },
    }
  })

/** Longer cells cannot match a choice, so they are not compared. */
const WORD_MAX = 200
const isWord = (name: string, cell: unknown) =>
  typeof cell === 'string' && cell.length <= WORD_MAX && fold(cell) === fold(name)

/** A registered person or place, by id. There may be `many` to choose from. */
export const reference = (label: string, { many, ...words }: Words & { many?: boolean } = {}) =>
  kind(label, { placeholder: `Please Select ${label}`, ...words }, (_subject, required) => ({
    schema: id(required),
    answer: z.number().int(),
    input: { as: many ? 'search' : 'choice' },
    column: { cellKind: 'names' },
  }))

/** A field that may be missing or empty, and is null then. */
export const optional = <Schema extends z.ZodType>(of: Kind<Schema>) =>
  wrapped(of, (schema) => orNone(schema), { isOptional: true, isNullable: true })

/** A field that is null where it does not apply, and otherwise required. */
export const orNull = <Schema extends z.ZodType>(of: Kind<Schema>) =>
  wrapped(of, (schema) => schema.nullable(), { isNullable: true })

/** A field with a value for calls that do not send it. */
export const byDefault = <Schema extends z.ZodType>(of: Kind<Schema>, value: unknown) =>
  wrapped(of, (schema) => schema.default(value as z.core.util.NoUndefined<z.output<Schema>>), {})

/**
 * A kind like another one, with changed schemas. `optional(line('Ambition'))` creates the field that `line('Ambition')`
 * creates, but its schemas turn an empty text into null, and its answers may be null.
 */
const wrapped =
  <Inner extends z.ZodType, Outer extends z.ZodType>(
    of: Kind<Inner>,
    wrap: (schema: Inner) => Outer,
    { isOptional = false, isNullable = false },
  ): Kind<Outer> =>
  (entity) => {
    const field = of(entity, isOptional)
    const answer: z.ZodType = isNullable ? field.answer.nullable() : field.answer
    return {
      ...field,
      schema: wrap(field.schema),
      schemaOn: (today) => wrap(field.schemaOn(today)),
      answer: answer as Field<Outer>['answer'],
      isOptional,
    }
  }

/** The schemas of fields, for `z.object`; with `today`, those with the rules about the current day. */
export const formShape = <List extends Fields>(fields: List, today?: () => string) =>
  mapped(fields, (field) => (today ? field.schemaOn(today) : field.schema)) as {
    -readonly [Name in keyof List]: List[Name]['schema']
  }

/** The schemas of fields in answers. */
export const answerShape = <List extends Fields>(fields: List) =>
  mapped(fields, ({ answer }) => answer) as { -readonly [Name in keyof List]: List[Name]['answer'] }

/** The names of a list, such as fields, also for `z.enum`. */
export const namesOf = <List extends object>(list: List) =>
  Object.keys(list) as [keyof List & string, ...(keyof List & string)[]]

/** Histories and sheets have names where forms have ids: `school`, not `school_id`. */
export type ShownName<Name extends string> = Name extends `${infer Short}_id` ? Short : Name
export const shownName = <Name extends string>(name: Name) => name.replace(/_id$/, '') as ShownName<Name>

/** Fields by their names in histories and sheets. */
export const byShownName = <List extends Fields>(fields: List) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [shownName(name), field])) as {
    [Name in keyof List & string as ShownName<Name>]: List[Name]
  }

export const labelsOf = <List extends Fields>(fields: List) =>
  mapped(byShownName(fields), ({ label }) => label) as Record<ShownName<keyof List & string>, string>

/** Values in words, for the history. References are left out: their names have to be looked up. */
export const inWords = <List extends Fields>(
  fields: List,
  values: { [Name in keyof List]?: z.output<List[Name]['answer']> | null },
) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { column, show }]) =>
      column.cellKind === 'names' ? [] : [[name, show(values[name])]],
    ),
  )
