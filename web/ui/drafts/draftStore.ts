import { z } from 'zod'
import { draftSchema } from '#contract/drafts.ts'
import { isOld } from '../device/deviceRules.ts'
import { deviceStore } from '../device/deviceStore.ts'
import { contentOf } from './draftContent.ts'

/** A draft as this browser stores it: `version` is the server's version that it is based on. */
const browserDraft = draftSchema.extend({
  /** Whether the server has all of it. */
  isSent: z.boolean(),
})
export type BrowserDraft = z.output<typeof browserDraft>

/** What was left out of a form, because it was cleared or another draft is in it. */
const leftDraft = draftSchema.omit({ version: true }).extend({ left_at: z.string() })
export type LeftDraft = z.output<typeof leftDraft>
/** Returns the drafts that were left out of a form, the newest first, after a change. */
export type ChangeLeft = (drafts: LeftDraft[]) => LeftDraft[]

/** The most of them that are stored for a form. */
export const LEFT_MOST = 5

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
  let changing = Promise.resolve()
  const readLeft = async () => leftIn(await cleared.read(key).catch(() => undefined))
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
    read: async () => browserDraft.safeParse(await drafts.read(key).catch(() => undefined)).data,
    write: (draft: BrowserDraft) => attempt(drafts.write(key, draft, factsOf(draft))),
    /** Writes only if the draft was not removed meanwhile. */
    replace: (draft: BrowserDraft) => attempt(drafts.replace(key, draft, factsOf(draft))),
    remove: () => attempt(drafts.remove(key)),
    /** What was left out of this form within the last day. */
    readLeft,
    changeLeft(change: ChangeLeft): void {
      changing = changing.then(() => writeLeft(change)).catch(() => undefined)
    },
  }

  async function writeLeft(change: ChangeLeft): Promise<void> {
    const left = change(await readLeft()).map((draft): LeftDraft => {
      const { values, files } = contentOf(draft.values, draft.files)
      return { values, files, saved_at: draft.saved_at, left_at: draft.left_at }
    })
    await (left.length > 0 ? cleared.write(key, left) : cleared.remove(key))
  }
}

/** Earlier versions of Elimu stored one draft, with the time when it was cleared. */
const leftIn = (stored: unknown): LeftDraft[] =>
  [stored].flat().flatMap((draft) => {
    const { data } = leftDraft.safeParse({
      left_at: Reflect.get(Object(draft), 'saved_at'),
      ...Object(draft),
    })
    return data && !isOld('cleared', { at: Date.parse(data.left_at), isSent: false }) ? [data] : []
  })

const factsOf = ({ saved_at, isSent }: BrowserDraft) => ({ at: Date.parse(saved_at), isSent })

/** The storage may be full or not allowed. The server stores the draft too. */
const attempt = (change: Promise<void>): void => void change.catch(() => undefined)
