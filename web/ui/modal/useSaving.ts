import { useEffect, useRef, useState } from 'react'
import { fieldMessagesOf, isRefusal, messageOf, type SendOptions } from '../http.ts'
import { newIdempotencyKey } from './idempotencyKey.ts'

/** A modal stays long enough after a save to read what happened. */
const CLOSE_AFTER_MS = 2_000

export type Saved = { message: string }
/** The options that a save passes to its call: progress and cancelling of an upload, and the idempotency key. */
export type Transfer = Required<Pick<SendOptions, 'onProgress' | 'signal' | 'idempotencyKey'>>
export type Upload = { share: number; cancel: () => void }

type Notice = { tone: 'bad' | 'good'; text: string }
type SavingOptions<Answer extends Saved> = {
  onSaved: (answer: Answer) => void
  /** Called with the first message of each refused field, by path; none without an answer or if the call was cancelled. */
  onFailed?: (errors: Record<string, string>) => void
  close: () => void
  /** The message of an earlier save, which this form follows. */
  saved?: string | undefined
}

/** Runs one save at a time: its message, its state, the progress of its upload, and the close after it. */
export function useSaving<Answer extends Saved>(options: SavingOptions<Answer>) {
  const { onSaved, onFailed, close, saved } = options
  const [phase, setPhase] = useState<'idle' | 'saving' | 'saved'>('idle')
  const [notice, setNotice] = useState<Notice | undefined>(saved ? { tone: 'good', text: saved } : undefined)
  const [upload, setUpload] = useState<Upload>()
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<AbortController>(undefined)
  const idempotencyKey = useRef<string>(undefined)
  useEffect(
    () => () => {
      clearTimeout(closing.current)
      running.current?.abort()
    },
    [],
  )

  /** `mayContinue` is called first, when the form is already disabled; `openNext` after the save, instead of the close. */
  const save = async (
    call: (transfer: Transfer) => Promise<Answer>,
    mayContinue?: () => Promise<boolean>,
    openNext?: (answer: Answer) => void,
  ) => {
    const abort = new AbortController()
    const cancel = () => abort.abort()
    running.current = abort
    setPhase('saving')
    setNotice(undefined)
    try {
      if (mayContinue && !(await mayContinue())) return setPhase('idle')
      const answer = await call({
        onProgress: (share) => setUpload({ share, cancel }),
        signal: abort.signal,
        idempotencyKey: (idempotencyKey.current ??= newIdempotencyKey()),
      })
      idempotencyKey.current = undefined
      setPhase('saved')
      setNotice({ tone: 'good', text: answer.message })
      if (!openNext) closing.current = setTimeout(close, CLOSE_AFTER_MS)
      onSaved(answer)
      openNext?.(answer)
    } catch (error) {
      // Without an answer the server may have saved it: the key is reused, so that a retry does not save it twice.
      if (isRefusal(error)) idempotencyKey.current = undefined
      setPhase('idle')
      if (!abort.signal.aborted) setNotice({ tone: 'bad', text: messageOf(error) })
      onFailed?.(fieldMessagesOf(error))
    } finally {
      running.current = undefined
      setUpload(undefined)
    }
  }
  /** For a form that is cleared: other content needs its own key. Returns a function that restores the key. */
  const clear = () => {
    const key = idempotencyKey.current
    idempotencyKey.current = undefined
    setNotice(undefined)
    return () => void (idempotencyKey.current = key)
  }
  return { phase, notice, upload, save, clear }
}

/** Where the focus goes: a field, the first choice of several, or an error that no field has. */
const REFUSED =
  '[aria-invalid="true"]:not([role="radiogroup"]), [role="radiogroup"][aria-invalid="true"] input:enabled, [data-refusal]'

/** After a refusal the first wrong field gets the focus, else the button to press again. */
export function useFocusAfterRefusal() {
  const form = useRef<HTMLFormElement>(null)
  const primary = useRef<HTMLButtonElement>(null)
  const [refusals, setRefusals] = useState(0)
  // In an effect, because the errors are then rendered and the fields enabled again.
  useEffect(() => {
    if (!refusals) return
    const wrong = form.current?.querySelector<HTMLElement>(REFUSED)
    const target = wrong ?? primary.current
    target?.focus()
    // A text field with the focus may still be partly below the foot of its dialog.
    target?.scrollIntoView({ block: 'nearest' })
  }, [refusals])
  return { form, primary, focusAfterRefusal: () => setRefusals((count) => count + 1) }
}
