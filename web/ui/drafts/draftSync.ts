import type { Draft, DraftForm } from '#contract/drafts.ts'
import { call } from '../call.ts'
import { HttpError } from '../http.ts'
import { type DraftContent, isSameContent, textOf } from './draftContent.ts'
import type { BrowserDraft, BrowserPlace } from './draftStore.ts'

/** Waits for more typing, so that not every key causes a call. */
const SEND_AFTER_MS = 1_500
const RETRY_AFTER_MS = 15_000
/** How long a form waits for the server's draft, which may come from another device. */
const LOOK_MS = 5_000
const SEND_MS = 10_000

/** `isSent`: undefined for one that comes from the server. */
export type FoundDraft = Draft & Partial<Pick<BrowserDraft, 'isSent'>>
/** When the draft was last stored, and whether the server has it. */
export type Kept = { at: string; isSent: boolean }

type Listeners = {
  /** Called with an earlier draft, perhaps from another device, to open in the form. */
  onFound: (draft: FoundDraft) => void
  /** Called with a draft that another tab or device has stored, and that this form replaces. */
  onReplaced: (draft: Draft) => void
  onKept: (kept: Kept | undefined) => void
}

/**
 * Stores what is typed into one form, at once in this browser and soon after on the server. Calls to the server run one
 * after the other, so that no late answer restores a discarded draft.
 */
export function createDraftSync(here: BrowserPlace, key: string, { onFound, onReplaced, onKept }: Listeners) {
  const isOwner = here.claim()
  let version = 0
  /** Whether the server's draft of this version comes from this form. */
  let isOwn = false
  let typed = ''
  let unsent: DraftContent | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  async function look(): Promise<void> {
    const mine = await here.read()
    // If the server does not answer, only this browser's draft can be opened, although the server may have another.
    const theirs = await findDraft(key, AbortSignal.timeout(LOOK_MS)).catch(() => undefined)
    version = theirs?.version ?? mine?.version ?? 0
    const { newer, older } = compare(mine, theirs)
    if (mine && newer !== mine) here.remove()
    if (older) onReplaced(older)
    if (newer) onFound(newer)
  }

  async function sendUnsent(): Promise<void> {
    const content = unsent
    // A retry must not save it as the draft of another user who has signed in since.
    if (!content || !isOwner()) return
    try {
      const saved = await keepDraft(key, { ...content, follows: version }, AbortSignal.timeout(SEND_MS))
      hasSent(content, saved)
    } catch (error) {
      if (!unsent) return
      const status = error instanceof HttpError ? error.status : 0
      if (status === 409) return resolveConflict(content)
      onKept({ at: new Date().toISOString(), isSent: false })
      if (status === 0 || status >= 500) sendIn(RETRY_AFTER_MS)
    }
  }

  function hasSent(content: DraftContent, saved: Pick<Draft, 'version' | 'saved_at'>): void {
    version = saved.version
    isOwn = true
    if (unsent === content) {
      unsent = undefined
      here.replace({ ...content, version, saved_at: saved.saved_at, isSent: true })
    }
    // If the draft was discarded while it was being sent, the next call removes it.
    if (typed) onKept({ at: saved.saved_at, isSent: true })
  }

  /** Called if the server has a draft that this one was not based on. */
  async function resolveConflict(content: DraftContent): Promise<void> {
    const other = await findDraft(key, AbortSignal.timeout(LOOK_MS)).catch(() => undefined)
    if (!unsent) return
    if (other === undefined) return sendIn(RETRY_AFTER_MS)
    if (other && isSameContent(other, content)) return hasSent(content, other)
    version = other?.version ?? 0
    isOwn = false
    if (other) onReplaced(other)
    sendIn(SEND_AFTER_MS)
  }

  function sendIn(ms: number): void {
    timer ??= setTimeout(send, ms)
  }

  /** Sends unsent changes at once. */
  function send(): void {
    clearTimeout(timer)
    timer = undefined
    if (unsent) void here.inTurn(sendUnsent)
  }

  /** Removes the draft here and on the server, because the form was saved, cleared or discarded. */
  function forget(): void {
    clearTimeout(timer)
    timer = undefined
    typed = ''
    unsent = undefined
    here.remove()
    onKept(undefined)
    void here.inTurn(removeSent)
  }

  async function removeSent(): Promise<void> {
    // It was typed elsewhere; it is not the one discarded here.
    if (!isOwn) return
    const sent = version
    version = 0
    // If the call fails, the form opens with the draft next time.
    if (sent > 0) await removeDraft(key, sent).catch(() => undefined)
  }

  return {
    look: () => here.inTurn(look),
    send,
    forget,
    keep(content: DraftContent): void {
      const text = textOf(content)
      if (text === typed) return
      typed = text
      unsent = content
      here.write({ ...content, version, saved_at: new Date().toISOString(), isSent: false })
      sendIn(SEND_AFTER_MS)
    },
    /** The form has its initial values again, so its draft is no longer needed. */
    forgetTyped(): void {
      if (typed) forget()
    },
    /** The form shows the draft that was found. It is stored again when it changes. */
    open(content: DraftContent, isSent = true): void {
      isOwn = true
      if (isSent) typed = textOf(content)
      else this.keep(content)
    },
  }
}

type Compared = {
  /** The one to open. */
  newer?: FoundDraft
  /** An independent one, typed elsewhere. */
  older?: Draft
}

/**
 * A draft that was sent is valid only if the server still has it: it may have been saved or discarded elsewhere. An
 * unsent draft based on the server's version is newer than that version, even if this device's clock is wrong.
 */
export function compare(mine: BrowserDraft | undefined, theirs: Draft | null | undefined): Compared {
  if (mine && (theirs === undefined || (!theirs && !mine.isSent))) return { newer: mine }
  if (!theirs) return {}
  if (!mine || mine.isSent) return { newer: theirs }
  if (theirs.version === mine.version) return { newer: mine }
  return theirs.saved_at > mine.saved_at ? { newer: theirs, older: mine } : { newer: mine, older: theirs }
}

const findDraft = async (key: string, signal?: AbortSignal) =>
  (await call('GET /api/drafts/:key', { params: { key }, signal })).data

const keepDraft = async (key: string, draft: DraftForm, signal?: AbortSignal) =>
  (await call('PUT /api/drafts/:key', { params: { key }, body: draft, signal })).data

const removeDraft = (key: string, version: number) =>
  call('DELETE /api/drafts/:key', { params: { key }, query: { version } })
