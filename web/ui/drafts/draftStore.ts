import { z } from 'zod'
import { draftSchema } from '#contract/drafts.ts'

/** A draft as this browser keeps it: `version` is the server's that it goes on from. */
const browserDraft = draftSchema.extend({
  /** Whether the server has all of it. */
  isSent: z.boolean(),
})
export type BrowserDraft = z.output<typeof browserDraft>

const PREFIX = 'elimu.draft.'

/** Which form speaks for a place: the one that was opened last, until its session ends. */
const holders = new Map<string, object>()

/** The place of one user's draft of one form, which a crash or a closed tab leaves as it is. */
export function browserDraftOf(userId: number, key: string) {
  const place = `${PREFIX}${userId}.${key}`
  return {
    /** Takes the place over. The answer tells whether it is still held. */
    hold(): () => boolean {
      const own = {}
      holders.set(place, own)
      return () => holders.get(place) === own
    },
    read: (): BrowserDraft | undefined => browserDraft.safeParse(parse(localStorage.getItem(place))).data,
    write(draft: BrowserDraft): void {
      try {
        localStorage.setItem(place, JSON.stringify(draft))
      } catch {
        // Full, or closed to us: the server keeps it too.
      }
    },
    remove: () => localStorage.removeItem(place),
  }
}

/** With the session goes what was typed in it. Unless somebody logged out, what only this browser has stays. */
export function forgetDrafts(isLogout: boolean): void {
  holders.clear()
  for (const place of Object.keys(localStorage)) {
    if (!place.startsWith(PREFIX)) continue
    const draft = browserDraft.safeParse(parse(localStorage.getItem(place))).data
    if (isLogout || draft?.isSent !== false) localStorage.removeItem(place)
  }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}
