import { z } from 'zod'
import { tooLong } from './call.ts'

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
export const line = (label: string, required: string, max = 200) =>
  z
    .string({ error: required })
    .overwrite(trimmed)
    .min(1, required)
    .max(max, tooLong(label, max))
    // oxlint-disable-next-line no-control-regex
    .regex(/^[^\u0000-\u001f\u007f]*$/, `${label} may not contain control characters`)
    .refine(...visible(label))

/** An optional field: null if it is empty or missing. */
export const orNone = <Output>(field: z.ZodType<Output>) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' && trimmed(value) === '' ? null : value),
      field.nullable(),
    )
    .default(null)

/** A text of several lines. */
export const text = (label: string, required: string, max: number) =>
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
export function wholeNumber(label: string, required: string, { min = 0, max = MAX_ID } = {}) {
  const wrong = `${label} must be a whole number from ${min} to ${max}`
  return z
    .union([z.number(), z.string()], { error: required })
    .refine((value) => String(value).trim() !== '', { error: required, abort: true })
    .refine((value) => /^\d{1,10}$/.test(String(value).trim()), { error: wrong, abort: true })
    .transform(Number)
    .refine((value) => value >= min && value <= max, wrong)
}

/** A day as `2026-03-12`. */
export const isoDate = (label: string, required: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, { error: required, abort: true })
    .refine(isDay, { error: `${label} is not a date`, abort: true, params: { code: 'notADate' } })

/** Whether a text is a day as `2026-03-12` that the calendar has. */
export function isDay(day: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return false
  const instant = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day)
}

/** The version of a student or record that the page has loaded. Without one, the server saves without comparing. */
export const knownVersion = z.object({
  version: wholeNumber('Version', 'Version is not valid').optional(),
})

/** The optional `query` of calls that save a student, record or picture. Its value has no effect. */
export const savingQuery = z.object({ query: z.string().max(20).optional() })

/** Kenya has no daylight saving time. */
const AHEAD_OF_UTC_MS = 3 * 60 * 60_000

/** The day in Kenya at an instant, as `2026-03-12`: the same in the office, in the field and on a server abroad. */
export const dayOf = (instant: Date): string => localTimeOf(instant).slice(0, 10)

/** The time of that day, as `14:05`. */
export const timeOf = (instant: Date): string => localTimeOf(instant).slice(11)

/** Day and time in Kenya at an instant, as `2026-03-12 14:05`. */
export const localTimeOf = (instant: Date): string =>
  new Date(instant.getTime() + AHEAD_OF_UTC_MS).toISOString().slice(0, 16).replace('T', ' ')

/** The instant of a day and time in Kenya. */
export const instantOf = (day: string, time: string): Date => new Date(`${day}T${time}+03:00`)
