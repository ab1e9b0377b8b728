import { z } from 'zod'
import { idParams } from '../identity/auth.ts'
import { type Calls, reply, VALUE_NOT_VALID } from '../base/call.ts'
import { idText } from '../base/fields.ts'

/** What an export has in place of the name or ref of another child. */
export const ANOTHER_CHILD = '[another child]'

export const OTHER_NAMES_MAX = 500
const SENTENCES_MAX = 5_000

/** Further names to redact, such as nicknames, and the ids of the sentences that stay as they are. */
export const exportChoice = z.object({
  /** Separated by commas. */
  names: z
    .string(VALUE_NOT_VALID)
    .max(OTHER_NAMES_MAX, `Write at most ${OTHER_NAMES_MAX} characters`)
    .transform((text) => text.split(',').flatMap((part) => part.trim() || [])),
  unredacted: z
    .array(z.string(VALUE_NOT_VALID).max(20, VALUE_NOT_VALID), VALUE_NOT_VALID)
    .max(SENTENCES_MAX, `Leave in at most ${SENTENCES_MAX} sentences`),
})
export type ExportChoice = z.output<typeof exportChoice>

export const redactionSchema = z.object({
  /** Identifies the sentence and what was redacted in it. */
  id: z.string(),
  /** Such as `Report cards: Teacher Comment`. */
  places: z.array(z.string()),
  /** The sentence as the export has it. */
  text: z.string(),
  redacted: z.array(z.string()),
})
export type Redaction = z.output<typeof redactionSchema>

export const exportCalls = {
  'POST /api/students/:id/redactions': {
    summary: 'The sentences of a student’s export in which other children are redacted',
    params: idParams,
    body: exportChoice.pick({ names: true }),
    answer: reply({ data: z.array(redactionSchema) }),
  },
  'POST /api/students/:id/export-choice': {
    summary: 'Store for a day what an export redacts',
    params: idParams,
    body: exportChoice,
    answer: reply({ data: z.object({ choice: z.string() }) }),
  },
} as const satisfies Calls

export const exportQuery = z.strictObject({ request: idText.optional(), choice: z.uuid().optional() })

/**
 * The ZIP of a student's record. The browser downloads it itself, once a HEAD request has passed: that one is refused with
 * `confirm_again` if the user has to confirm first. `request` is the id of the request it answers, `choice` that of what it
 * redacts: without one all other children that Elimu finds.
 */
export function exportPath(student_id: number, asked: { request?: string; choice?: string } = {}): string {
  const query = Object.entries(asked).flatMap(([name, value]) => (value ? `${name}=${value}` : []))
  return `/api/students/${student_id}/export${query.length > 0 ? '?' : ''}${query.join('&')}`
}
