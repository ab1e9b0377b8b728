import type { FastifyRequest } from 'fastify'
import { INVALID_DATA } from '#contract/base/call.ts'
import { yieldToRequests } from '../base/yieldToRequests.ts'
import { ApiError } from '../base/ApiError.ts'
import { refusalOf } from './errorHandler.ts'
import type { App } from './schemas.ts'

/** An import of 5,000 rows with all columns has 130,000 values, by 50 names, and its words and files some 20,000 more. */
const VALUES_MAX = 200_000
const NAMES_MAX = 20_000
/** Far longer than a heading. The JavaScript engine hashes a name above 16,383 characters by its length only. */
const NAME_MAX = 1_000
/** More than the longest list or record of any call. */
const MEMBERS_MAX = 6_000
const DEPTH_MAX = 20

/** Characters that are scanned in one event-loop tick. */
const SLICE = 256 * 1024

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/**
 * Counts the values and names of a JSON text before it is parsed, and refuses too many: a few megabytes of empty
 * objects, of different names or of levels would block the event loop for seconds.
 */
async function boundJson(text: string): Promise<void> {
  let values = 0
  let isInText = false
  let [start, end] = [0, 0]
  const names = new Set<string>()
  /** How many members each open list or object has so far. */
  const members: number[] = [0]
  for (let at = 0; at < text.length;) {
    for (const last = Math.min(at + SLICE, text.length); at < last; at += 1) {
      const code = text.charCodeAt(at)
      if (isInText) {
        if (code === BACKSLASH) at += 1
        else if (code === QUOTE) {
          isInText = false
          end = at
        }
      } else if (code === QUOTE) {
        isInText = true
        start = at + 1
      } else if (code === COLON) {
        if (end - start > NAME_MAX) throw refusalOf(413)
        names.add(text.slice(start, end))
        // Several colons after a name must not read the name again.
        start = end
      } else if (code === COMMA) {
        values += 1
        const count = (members.at(-1) ?? 0) + 1
        if (count >= MEMBERS_MAX) throw refusalOf(413)
        members[members.length - 1] = count
      } else if (OPENING.has(code)) {
        values += 1
        members.push(0)
        if (members.length > DEPTH_MAX) throw new ApiError(422, INVALID_DATA)
      } else if (CLOSING.has(code)) members.pop()
    }
    if (values > VALUES_MAX || names.size > NAMES_MAX) throw refusalOf(413)
    if (at < text.length) await yieldToRequests()
  }
}

/** Makes the app parse JSON only after `boundJson` has accepted it. */
export function parseBoundedJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (request: FastifyRequest, text: string) => {
      await boundJson(text)
      return new Promise((resolve, reject) => {
        void parse(request, text, (error, body) => (error ? reject(error) : resolve(body)))
      })
    },
  )
}
