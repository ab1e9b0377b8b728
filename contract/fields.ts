import { z } from 'zod'
import { tooLong } from './messages.ts'

/** The largest id either engine's columns and JavaScript's numbers both hold exactly. */
const MAX_ID = 2_147_483_647

/** An id in a path or query, where everything is text. `0`, `-1`, `1e3` and `1 OR 1=1` are no ids. */
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

/** A line of text somebody must fill in: trimmed, without control characters, bounded. */
export const line = (label: string, required: string, max = 200) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(max, tooLong(label, max))
    // oxlint-disable-next-line no-control-regex
    .regex(/^[^\u0000-\u001f\u007f]*$/, `${label} may not contain control characters`)
