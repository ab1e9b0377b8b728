import { createContext } from 'react'
import { z } from 'zod'
import { draftSchema } from '#contract/drafts.ts'
import { parseJson } from '../http.ts'

/** A draft as this browser stores it: `version` is the server's version that it is based on. */
const browserDraft = draftSchema.extend({
  /** Whether the server has all of it. */
  isSent: z.boolean(),
})
export type BrowserDraft = z.output<typeof browserDraft>

const PREFIX = 'elimu.draft.'
const CLEARED = '.cleared'
/** How long a cleared form can be restored. */
const CLEARED_MS = 86_400_000

export type DraftStore = ReturnType<typeof createDraftStore>
export type BrowserPlace = ReturnType<DraftStore['draftOf']>

/** The drafts in this browser, created once as the app starts. They survive a crash or a closed tab. */
export function createDraftStore() {
  /** The form that owns each draft: the one that was opened last, until its session ends. */
  const owners = new Map<string, object>()
  /** The last call of each draft. A reopened form waits for the call that was made when it closed. */
  const queues = new Map<string, Promise<void>>()
  for (const place of Object.keys(localStorage))
    if (place.startsWith(PREFIX) && place.endsWith(CLEARED)) readCleared(place)

  return {
    /** One user's draft of one form. */
    draftOf(userId: number, key: string) {
      const place = `${PREFIX}${userId}.${key}`
      return {
        /** Claims the draft from the form that owned it. Returns a function that reports whether it still owns it. */
        claim(): () => boolean {
          const own = {}
          owners.set(place, own)
          return () => owners.get(place) === own
        },
        /** Runs calls to the server about this draft one after the other. */
        inTurn(work: () => Promise<void>): Promise<void> {
          const turn = (queues.get(place) ?? Promise.resolve()).then(work)
          queues.set(place, turn)
          return turn
        },
        read: () => readDraft(place),
        write: (draft: BrowserDraft) => writeDraft(place, draft),
        remove: () => localStorage.removeItem(place),
        /** The cleared values of this form, if they were cleared less than a day ago. */
        readCleared: () => readCleared(place + CLEARED),
        writeCleared: (draft: BrowserDraft) => writeDraft(place + CLEARED, draft),
        removeCleared: () => localStorage.removeItem(place + CLEARED),
      }
    },
    /** Removes all drafts on logout. If a session ends otherwise, unsent drafts remain. */
    forgetAll(isLogout: boolean): void {
      owners.clear()
      for (const place of Object.keys(localStorage))
        if (place.startsWith(PREFIX) && (isLogout || readDraft(place)?.isSent !== false))
          localStorage.removeItem(place)
    },
  }
}

/** Provided where the app starts. */
export const DraftStoreContext = createContext<DraftStore | undefined>(undefined)

function writeDraft(place: string, draft: BrowserDraft): void {
  try {
    localStorage.setItem(place, JSON.stringify(draft))
  } catch {
    // The storage is full or not allowed. The server stores the draft too.
  }
}

/** Cleared values; older ones are removed. */
function readCleared(place: string): BrowserDraft | undefined {
  const draft = readDraft(place)
  if (draft && Date.now() - Date.parse(draft.saved_at) < CLEARED_MS) return draft
  localStorage.removeItem(place)
  return undefined
}

const readDraft = (place: string): BrowserDraft | undefined =>
  browserDraft.safeParse(parseJson(localStorage.getItem(place))).data
