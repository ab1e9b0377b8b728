import { z } from 'zod'
import { kind, lineSchema, type Words } from './fields.ts'

const DIGITS_MIN = 7
const PHONE_MAX = 50

/** A number of Kenya: with 0, with the country code, or with neither. */
const NATIONAL = /^(?:254|0)?([17]\d{8})$/

const digitsIn = (text: string) => text.replace(/\D/g, '')

/** A phone number as it is written, perhaps with a second one or a remark. */
export const phone = (label: string, words: Words = {}) =>
  kind(label, words, (subject, required) => ({
    schema: lineSchema(subject, required, PHONE_MAX).refine(
      (typed) => digitsIn(typed).length >= DIGITS_MIN,
      `${subject} must have at least ${DIGITS_MIN} digits`,
    ),
    answer: z.string(),
    input: { as: 'phone' },
    // Spreadsheets drop the leading 0.
    fromCell: (cell) =>
      String(cell)
        .trim()
        .replace(/^(?=[17]\d{8}$)/, '0'),
  }))

/** The numbers as somebody may search for them: each with 0 and with the country code, without blanks. */
export const phoneSearchText = (typed: string): string =>
  typed
    .split(/[^\d\s()+.-]+/)
    .map(digitsIn)
    .filter((digits) => digits !== '')
    .flatMap((digits) => {
      const own = NATIONAL.exec(digits)?.[1]
      return own ? [`0${own}`, `+254${own}`] : [digits]
    })
    .join(' ')
