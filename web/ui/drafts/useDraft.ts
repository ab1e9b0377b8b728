import type { UseFormReturnType } from '@mantine/form'
import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { Draft } from '#contract/drafts.ts'
import { SessionUserContext } from '../sessionUser.ts'
import { createDraftSync, type DraftContent, type Kept } from './draftSync.ts'
import { type BrowserDraft, draftOf } from './draftStore.ts'
import { paperOf } from '../paper/Paper.ts'

/** `isReady`: the form contains the record to edit. `isDone`: it was saved. */
type FormState = { isReady: boolean; isDone: boolean }

/** Stores what is typed into a form as a draft, and offers an earlier draft. Without a key it stores nothing. */
export function useDraft<Values extends object>(
  key: string | undefined,
  form: UseFormReturnType<Values>,
  { isReady, isDone }: FormState,
) {
  const userId = useContext(SessionUserContext)?.id
  const here = useMemo(
    () => (key === undefined || userId === undefined ? undefined : draftOf(userId, key)),
    [key, userId],
  )
  const [offer, setOffer] = useState<Draft>()
  const [kept, setKept] = useState<Kept>()
  const [cleared, setCleared] = useState<BrowserDraft>()
  const [missing, setMissing] = useState<DraftContent['files']>({})
  // Until an earlier draft has been offered, new input must not overwrite it: first this device is asked for one, and
  // if it has one, the server whether it has a newer one.
  const [looking, setLooking] = useState<'here' | 'on the server' | undefined>(here && 'here')
  const sync = useRef<ReturnType<typeof createDraftSync>>(undefined)

  useEffect(() => {
    if (key === undefined || !here) return undefined
    const own = createDraftSync(here, key, { onOffer: setOffer, onKept: setKept })
    sync.current = own
    let isShown = true
    const readHere = async () => {
      const [mine, clearedHere] = await Promise.all([here.read(), here.readCleared()])
      if (!isShown) return
      setCleared(clearedHere)
      setLooking((now) => now && mine && 'on the server')
    }
    void readHere()
    void own.look().then(() => isShown && setLooking(undefined))
    const onHidden = () => document.visibilityState === 'hidden' && own.send()
    document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('online', own.send)
    return () => {
      isShown = false
      document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('online', own.send)
      own.send()
    }
  }, [key, here])

  const { values } = form
  const isDirty = form.isDirty()
  // The fields stay enabled beside the offer, so that it does not interrupt typing.
  const isWaiting = looking === 'on the server' || (offer !== undefined && !isDirty)
  useEffect(() => {
    if (isDone) sync.current?.forget()
    // The effect runs again once the user has continued or discarded the offered draft.
    else if (looking || !isReady || (offer && !isDirty)) return
    else if (isDirty) sync.current?.keep(contentOf(values, missing))
    else sync.current?.forgetTyped()
  }, [values, missing, isDirty, looking, isReady, isDone, offer])

  const fill = (draft: DraftContent) => {
    form.setValues((now) => ({ ...now, ...knownValues(draft.values, now) }))
    setMissing(draft.files)
  }
  const keepCleared = (draft: BrowserDraft | undefined) => {
    if (!here) return
    if (draft) here.writeCleared(draft)
    else here.removeCleared()
    setCleared(draft)
  }

  return {
    offer: isReady ? offer : undefined,
    /** Whether the fields are disabled, because an earlier draft is being looked for or is on offer. */
    isWaiting,
    kept,
    /** The names of the draft's files, which the user must choose again. */
    missing: isDone ? [] : notChosen(missing, values),
    take: (): void => {
      if (!offer) return
      sync.current?.settle()
      fill(offer)
    },
    discard: (): void => {
      sync.current?.settle()
      sync.current?.forget()
    },
    /** Removes the draft of the current input. */
    forget: () => sync.current?.forget(),
    /** When this form was cleared, if within the last day and nothing was typed since. */
    clearedAt: isReady && !offer && !isDirty ? cleared?.saved_at : undefined,
    /** Empties the form and removes the draft. Returns a function that restores both, including files. */
    clear: (): (() => void) => {
      const draft = { ...contentOf(values, missing), version: 0, saved_at: new Date().toISOString() }
      keepCleared({ ...draft, isSent: false })
      form.reset()
      setMissing({})
      sync.current?.forget()
      return () => {
        form.setValues(values)
        setMissing(missing)
        keepCleared(undefined)
      }
    },
    /** Restores them later; files must then be chosen again. */
    restore: (): void => {
      if (cleared) fill(cleared)
      keepCleared(undefined)
    },
  }
}

/**
 * A draft contains the names of its files, not the files, including those that must still be chosen again. A PDF of
 * photographed pages can be made again, because this device stores them.
 */
function contentOf(values: object, missing: DraftContent['files']): DraftContent {
  const entries = Object.entries(values)
  const chosen = entries.flatMap(([field, value]) =>
    value instanceof File && !paperOf(value) ? [[field, value.name]] : [],
  )
  return {
    values: Object.fromEntries(entries.filter(([, value]) => !(value instanceof File))),
    files: { ...missing, ...Object.fromEntries(chosen) },
  }
}

const notChosen = (missing: DraftContent['files'], values: object) =>
  Object.entries(missing).flatMap(([field, name]) =>
    Reflect.get(values, field) instanceof File ? [] : [name],
  )

/** A draft may be older than the form: only fields that still exist are filled. */
function knownValues<Values extends object>(
  kept: DraftContent['values'],
  now: Partial<Values>,
): Partial<Values> {
  return Object.fromEntries(
    Object.entries(kept).filter(([field]) => Object.hasOwn(now, field)),
  ) as Partial<Values>
}
