import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  INACTIVITY_LOGOUT_MS,
  INACTIVITY_WARNING_MS,
  LINK_VALID_MINUTES,
  PASSWORD_MAX,
  PASSWORD_MIN,
} from '#contract/identity/auth.ts'
import { LAPSE_HOURS } from '#contract/backups.ts'
import { DRAFT_DAYS, DRAFTS_MOST } from '#contract/drafts.ts'
import { lineSchema } from '#contract/base/fields.ts'
import { maxMegabytes, MEGABYTE } from '#contract/base/files.ts'
import { DESCRIPTION_MAX } from '#contract/gallery.ts'
import { IMPORT_ROWS_MAX } from '#contract/imports.ts'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES, WHOLE_LIST_LIMIT } from '#contract/base/lists.ts'
import { YEARS_OFFERED } from '#contract/lookups.ts'
import { ATTACHED_MAX_BYTES } from '#contract/notifications.ts'
import { COST_MAX, ITEMS_MAX } from '#contract/records/receipts.ts'
import { COMMENT_MAX, returnForm } from '#contract/records/records.ts'
import { MARK_MAX, MARKS_MAX } from '#contract/records/reportCards.ts'
import { BACKGROUND_MAX, BORN_FROM, KCPE_MAX, SIBLINGS_MAX } from '#contract/students/students.ts'
import { deviceLimits, forgotLimits, signInLimits } from './identity/signIn/attempts.ts'
import { MAX_PIXELS, SIDE_MAX } from './files/makeImages.ts'
import { MOST_ARRIVING } from './gallery/resumable/ResumableStore.ts'
import { ABSOLUTE_LIMIT_MS, IDLE_LIMIT_MS } from './http/session.ts'

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, '../docs', name), 'utf8').replaceAll(/\s+/g, ' ')
const documented = ['product.md', 'imports.md', 'search.md'].map(read).join(' ')

/** A number as the page writes it: `10,000`. */
const n = (value: number) => value.toLocaleString('en')

/** The longest text that a field accepts. */
const longest = (takes: (text: string) => boolean) =>
  [100, 200, 500, 1_000, 2_000, 5_000].findLast((length) => takes('x'.repeat(length))) ?? 0

const lines = lineSchema('Line', 'Line is required')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const [account, network] = signInLimits('', '')
const [device] = deviceLimits('')
const [forgot] = forgotLimits('')
const numbers = { 10: 'Ten' }[MOST_ARRIVING]

it.for([
  `Lines ${longest((text) => lines.safeParse(text).success)} characters`,
  `background ${n(BACKGROUND_MAX)};`,
  `comments ${n(COMMENT_MAX)};`,
  `media description ${n(DESCRIPTION_MAX)};`,
  `remark of a return ${longest((remark) => returnForm.safeParse({ remark }).success)}.`,
  `Passwords ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`,
  `KCPE 0–${KCPE_MAX}.`,
  `Siblings 0–${SIBLINGS_MAX}.`,
  `Marks are 0 to ${MARK_MAX} `,
  `${MARKS_MAX} marks; ${ITEMS_MAX} items, each up to ${n(COST_MAX)} shillings.`,
  `takes the last ${YEARS_OFFERED} years.`,
  `Dates of birth from ${BORN_FROM.slice(0, 4)}.`,
  `Images (JPEG, PNG, TIFF) ${maxMegabytes('image/jpeg')} MB and ${n(MAX_PIXELS / 1e6)} megapixels, ${n(SIDE_MAX)} pixels a side;`,
  `PDF ${maxMegabytes('application/pdf')} MB;`,
  `mp4 and QuickTime ${maxMegabytes('video/mp4')} MB.`,
  `${numbers} unfinished videos a user`,
  `${ATTACHED_MAX_BYTES / MEGABYTE} MB attached to a letter.`,
  `${DRAFTS_MOST} drafts a user, for ${DRAFT_DAYS} days;`,
  `Imports** have up to ${n(IMPORT_ROWS_MAX)} rows`,
  `Sign-in: ${account?.most} attempts for an account or a known device and ${network?.most} for a network in ${device?.windowMinutes} minutes.`,
  `Forgotten password: ${forgot?.most} for a network in an hour`,
  `Pages of ${PAGE_SIZES.slice(0, -1).join(', ')} or ${PAGE_SIZES.at(-1)} rows: first ${DEFAULT_PAGE_SIZE},`,
  `Beyond ${n(WHOLE_LIST_LIMIT)} rows the server pages.`,
  `A password link works for ${LINK_VALID_MINUTES === 60 ? 'one hour' : LINK_VALID_MINUTES}`,
  `a question after ${INACTIVITY_WARNING_MS / MINUTE_MS} minute and a logout after ${INACTIVITY_LOGOUT_MS / MINUTE_MS}.`,
  `a session after ${IDLE_LIMIT_MS / MINUTE_MS} idle minutes, or ${ABSOLUTE_LIMIT_MS / HOUR_MS} hours.`,
  `After ${LAPSE_HOURS} hours without a good one`,
])('the documents say, as the code does: %s', (words) => {
  expect(documented).toContain(words)
})

it('has the same limits for an account and a device', () => {
  expect(device).toMatchObject({ most: account?.most, windowMinutes: account?.windowMinutes })
})
