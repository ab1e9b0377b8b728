import { z } from 'zod'
import { draftSchema } from '#contract/drafts.ts'
import { deviceStore } from '../device/deviceStore.ts'

/** A draft as this browser stores it: `version` is the server's version that it is based on. */
const browserDraft = draftSchema.extend({
  /** Whether the server has all of it. */
  isSent: z.boolean(),
})
export type BrowserDraft = z.output<typeof browserDraft>

export type BrowserPlace = ReturnType<typeof draftOf>

/** The form that owns each draft: the one that was opened last. */
const owners = new Map<string, object>()
/** The last call of each draft. A reopened form waits for the call that was made when it closed. */
const queues = new Map<string, Promise<void>>()

/** One user's draft of one form in this browser, where it survives a crash or a closed tab. */
export function draftOf(userId: number, key: string) {
  const place = `${userId} ${key}`
  const drafts = deviceStore<unknown>('drafts', { owner: userId })
  const cleared = deviceStore<unknown>('cleared', { owner: userId })
  return {
    /** Claims the draft from the form that owned it. Returns a function that reports whether it still owns it. */
    claim(): () => boolean {
      const own = {}
      owners.set(place, own)
      return () => owners.get(place) === own && !drafts.isEnded()
    },
    /** Runs calls to the server about this draft one after the other. */
    inTurn(work: () => Promise<void>): Promise<void> {
      const turn = (queues.get(place) ?? Promise.resolve()).then(work)
      queues.set(place, turn)
      return turn
    },
    read: () => read(drafts, key),
    write: (draft: BrowserDraft) => attempt(drafts.write(key, draft, factsOf(draft))),
    /** Writes only if the draft was not removed meanwhile. */
    replace: (draft: BrowserDraft) => attempt(drafts.replace(key, draft, factsOf(draft))),
    remove: () => attempt(drafts.remove(key)),
    /** The cleared values of this form, if they were cleared less than a day ago. */
    readCleared: () => read(cleared, key),
    writeCleared: (draft: BrowserDraft) => attempt(cleared.write(key, draft, factsOf(draft))),
    removeCleared: () => attempt(cleared.remove(key)),
  }
}

const factsOf = ({ saved_at, isSent }: BrowserDraft) => ({ at: Date.parse(saved_at), isSent })

const read = async (
  store: { read: (key: string) => Promise<unknown> },
  key: string,
): Promise<BrowserDraft | undefined> =>
  browserDraft.safeParse(await store.read(key).catch(() => undefined)).data

/** The storage may be full or not allowed. The server stores the draft too. */
const attempt = (change: Promise<void>): void => void change.catch(() => undefined)
