import type { Draft } from '#contract/drafts.ts'
import { HttpError } from '../http.ts'
import { findDraft, keepDraft, removeDraft } from './draftApi.ts'
import type { BrowserDraft, BrowserPlace } from './draftStore.ts'

/** Typing goes on meanwhile, and is sent with the next. */
const SEND_AFTER_MS = 1_500
const RETRY_AFTER_MS = 15_000
/** Nobody waits longer at a form for what they may have typed elsewhere. */
const LOOK_MS = 5_000
const SEND_MS = 10_000

export type DraftContent = Pick<Draft, 'values' | 'files'>
/** When what is typed was kept last, and whether the server has it. */
export type Kept = { at: string; isSent: boolean }

type Listeners = {
  /** Something else was typed into this form before, or elsewhere: shall one go on with it? */
  onOffer: (draft: Draft | undefined) => void
  onKept: (kept: Kept | undefined) => void
}

/**
 * Keeps what is typed into one form, at once in this browser and soon after on the server. What goes to the server goes
 * in turn, so that no late answer brings back what was discarded.
 */
export function createDraftKeeper(here: BrowserPlace, key: string, { onOffer, onKept }: Listeners) {
  const { inTurn } = here
  const isHeld = here.hold()
  let version = 0
  let typed = ''
  let unsent: DraftContent | undefined
  let isOffering = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const offer = (draft: Draft | undefined) => {
    isOffering = draft !== undefined
    onOffer(draft)
  }
  const write = (content: DraftContent, at: string, isSent: boolean) =>
    here.write({ ...content, version, saved_at: at, isSent })

  async function look(): Promise<void> {
    const mine = here.read()
    // Unanswered is not the same as none: then all that can be offered is what this browser has.
    const theirs = await findDraft(key, AbortSignal.timeout(LOOK_MS)).catch(() => undefined)
    version = theirs?.version ?? mine?.version ?? 0
    const found = newerOf(mine, theirs)
    if (mine && found !== mine) here.remove()
    offer(found)
  }

  async function sendUnsent(): Promise<void> {
    const content = unsent
    // Tried again later, it must not become the draft of somebody else who is signed in by then.
    if (!content || isOffering || !isHeld()) return
    try {
      const saved = await keepDraft(key, { ...content, follows: version }, AbortSignal.timeout(SEND_MS))
      hasSent(content, saved)
    } catch (error) {
      if (!unsent) return
      const status = error instanceof HttpError ? error.status : 0
      if (status === 409) return meetOther(content)
      onKept({ at: new Date().toISOString(), isSent: false })
      if (status === 0 || status >= 500) sendIn(RETRY_AFTER_MS)
    }
  }

  function hasSent(content: DraftContent, saved: Pick<Draft, 'version' | 'saved_at'>): void {
    version = saved.version
    if (unsent === content) {
      unsent = undefined
      if (here.read()) write(content, saved.saved_at, true)
    }
    // Forgotten on its way, it is removed next.
    if (typed) onKept({ at: saved.saved_at, isSent: true })
  }

  /** The server has another draft than the one we go on from. */
  async function meetOther(content: DraftContent): Promise<void> {
    const other = await findDraft(key, AbortSignal.timeout(LOOK_MS)).catch(() => undefined)
    if (!unsent) return
    if (other === undefined) return sendIn(RETRY_AFTER_MS)
    version = other?.version ?? 0
    if (other && sameContent(other, content)) hasSent(content, other)
    else if (other) offer(other)
    else sendIn(SEND_AFTER_MS)
  }

  function sendIn(ms: number): void {
    timer ??= setTimeout(send, ms)
  }

  /** Sends at once what has not been sent yet. */
  function send(): void {
    clearTimeout(timer)
    timer = undefined
    if (unsent) void inTurn(sendUnsent)
  }

  /** Nothing is typed any more: it was saved, cleared or thrown away. */
  function forget(): void {
    clearTimeout(timer)
    timer = undefined
    typed = ''
    unsent = undefined
    here.remove()
    onKept(undefined)
    void inTurn(removeSent)
  }

  async function removeSent(): Promise<void> {
    // What is on offer was typed elsewhere, and is not what was thrown away here.
    if (isOffering) return
    const sent = version
    version = 0
    // Should it stay on the server all the same, it is offered again and can be discarded then.
    if (sent > 0) await removeDraft(key, sent).catch(() => undefined)
  }

  return {
    look: () => inTurn(look),
    send,
    forget,
    keep(content: DraftContent): void {
      const text = JSON.stringify(content)
      if (text === typed) return
      typed = text
      unsent = content
      write(content, new Date().toISOString(), false)
      sendIn(SEND_AFTER_MS)
    },
    /** The form is as it was opened: a draft that was kept of it is done with. */
    forgetTyped(): void {
      if (typed) forget()
    },
    /** The one on offer is in the form now, or is not wanted. What is typed is kept instead. */
    settle(): void {
      offer(undefined)
      typed = ''
      here.remove()
    },
  }
}

/**
 * Sent drafts are the server's to tell of: it knows whether they were saved or discarded elsewhere. What goes on from
 * the server's is newer than it, whatever the clock of this device says.
 */
export function newerOf(mine: BrowserDraft | undefined, theirs: Draft | null | undefined): Draft | undefined {
  if (theirs === undefined) return mine
  if (!mine || mine.isSent) return theirs ?? undefined
  return theirs && theirs.version !== mine.version && theirs.saved_at > mine.saved_at ? theirs : mine
}

const sameContent = (one: DraftContent, other: DraftContent) =>
  JSON.stringify([one.values, one.files]) === JSON.stringify([other.values, other.files])
