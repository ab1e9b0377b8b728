import { z } from 'zod'
import { idParams } from '../identity/auth.ts'
import { type Calls, reply, VALUE_NOT_VALID } from '../base/call.ts'
import { idText } from '../base/fields.ts'

/** What an export has in place of the name or ref of another child. */
export const ANOTHER_CHILD = '[another child]'

/** A list in an address, separated by commas. */
const list = (most: number) =>
  z
    .string(VALUE_NOT_VALID)
    .max(most, `Write at most ${most} characters`)
    .default('')
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))

/** Further names to redact, such as nicknames, and the ids of the passages that stay as they are. */
export const exportChoice = z.object({ names: list(500), unredacted: list(4_000) })
export type ExportChoice = z.output<typeof exportChoice>

export const redactionSchema = z.object({
  /** Names the sentence with what was redacted in it. */
  id: z.string(),
  /** Such as `Report cards: Teacher Comment`. */
  places: z.array(z.string()),
  /** The sentence as the export has it. */
  text: z.string(),
  redacted: z.array(z.string()),
})
export type Redaction = z.output<typeof redactionSchema>

export const exportCalls = {
  'GET /api/students/:id/redactions': {
    summary: 'The sentences of a student’s export in which other children are redacted',
    params: idParams,
    query: exportChoice.pick({ names: true }),
    answer: reply({ data: z.array(redactionSchema) }),
  },
} as const satisfies Calls

export const exportQuery = exportChoice.extend({ request: idText.optional() })

/**
 * The ZIP of a student's record. The browser downloads it itself, once a HEAD request has passed: that one is refused with
 * `confirm_again` if the user has to confirm first. `request` is the id of the request it answers.
 */
export function exportPath(
  student_id: number,
  { request, names = '', unredacted = [] }: { request?: string; names?: string; unredacted?: string[] } = {},
): string {
  const query = Object.entries({ request, names, unredacted: unredacted.join(',') })
    .flatMap(([name, value]) => (value ? `${name}=${encodeURIComponent(value)}` : []))
    .join('&')
  return `/api/students/${student_id}/export${query && '?'}${query}`
}
