import type { UseFormReturnType } from '@mantine/form'
import { useCallback, useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { SessionUserContext } from '../sessionUser.ts'
import {
  contentOf,
  type DraftContent,
  isSameContent,
  knownValues,
  notChosen,
  textOf,
} from './draftContent.ts'
import { type ChangeLeft, draftOf, LEFT_MOST, type LeftDraft } from './draftStore.ts'
import { createDraftSync, type FoundDraft, type Kept } from './draftSync.ts'

type FormState = {
  /** Whether the form contains the record to edit. */
  isReady: boolean
  /** Whether it was saved. */
  isDone: boolean
  /** Called when the form gets other values. Returns a function that is called when it gets these again. */
  onLeft: () => () => void
}

/** Until the page is closed, a draft that was left also has its files. */
type Left = LeftDraft & { onRestored?: () => void }

type Opened = { savedAt: string; content: DraftContent }

/** Stores what is typed into a form as a draft, and opens an earlier draft. Without a key it stores nothing. */
export function useDraft<Values extends object>(
  key: string | undefined,
  form: UseFormReturnType<Values>,
  { isReady, isDone, onLeft }: FormState,
) {
  const userId = useContext(SessionUserContext)?.id
  const here = useMemo(
    () => (key === undefined || userId === undefined ? undefined : draftOf(userId, key)),
    [key, userId],
  )
  const [found, setFound] = useState<FoundDraft>()
  const [opened, setOpened] = useState<Opened>()
  const [kept, setKept] = useState<Kept>()
  const [left, setLeft] = useState<Left[]>([])
  const [missing, setMissing] = useState<DraftContent['files']>({})
  // New input must not overwrite an earlier draft. Fields are disabled only if this device has one, until the server has
  // answered whether it has a newer one.
  const [looking, setLooking] = useState<'here' | 'on the server' | undefined>(here && 'here')
  const sync = useRef<ReturnType<typeof createDraftSync>>(undefined)

  const changeLeft = useCallback(
    (change: ChangeLeft) => {
      here?.changeLeft(change)
      setLeft(change)
    },
    [here],
  )

  useEffect(() => {
    if (key === undefined || !here) return undefined
    let isShown = true
    const own = createDraftSync(here, key, {
      onFound: setFound,
      onReplaced: (draft) => changeLeft(adding(leftNow(draft))),
      onKept: setKept,
    })
    sync.current = own
    const readHere = async () => {
      const [mine, leftHere] = await Promise.all([here.read(), here.readLeft()])
      if (!isShown) return
      setLeft((now) => [
        ...now,
        ...leftHere.filter((draft) => !now.some(({ left_at }) => left_at === draft.left_at)),
      ])
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
  }, [key, here, changeLeft])

  const { values } = form
  const isDirty = form.isDirty()
  const content = contentOf(values, missing)

  const fill = (draft: DraftContent, savedAt: string): DraftContent => {
    const now = form.getValues()
    const next = { ...now, ...knownValues(draft, now) }
    const shown = contentOf(next, draft.files)
    form.setValues(next)
    setMissing(draft.files)
    setOpened({ savedAt, content: shown })
    return shown
  }
  const open = useEffectEvent((draft: FoundDraft) => {
    setFound(undefined)
    // The user has typed meanwhile.
    if (isDirty) return changeLeft(adding(leftNow(draft)))
    sync.current?.open(fill(draft, draft.saved_at), draft.isSent)
    if (left.some((other) => isSameContent(other, draft)))
      changeLeft((now) => now.filter((other) => !isSameContent(other, draft)))
  })
  const opens = found && !looking && isReady && !isDone
  useEffect(() => {
    if (!opens) return undefined
    const opening = setTimeout(() => open(found))
    return () => clearTimeout(opening)
  }, [opens, found])
  useEffect(() => {
    if (isDone) sync.current?.forget()
    else if (looking || !isReady || found) return
    else if (isDirty) sync.current?.keep(contentOf(values, missing))
    else sync.current?.forgetTyped()
  }, [values, missing, isDirty, looking, isReady, isDone, found])

  const current = (files = missing): Left => {
    const now = form.getValues()
    return {
      ...leftNow({
        values: Object.fromEntries(Object.entries(now)),
        files: contentOf(now, files).files,
        saved_at: kept?.at ?? opened?.savedAt ?? new Date().toISOString(),
      }),
      onRestored: onLeft(),
    }
  }
  const restore = (draft: Left, files = missing): void => {
    // What was typed instead can be restored after all others.
    const typed = form.isDirty() ? [current(files)] : []
    changeLeft((now) => [...now.filter(({ left_at }) => left_at !== draft.left_at), ...typed])
    fill(draft, draft.saved_at)
    draft.onRestored?.()
  }
  const [newest] = left

  return {
    /** When the draft that the form shows was stored, and its values. */
    opened: isDone ? undefined : opened,
    /** The newest draft that was left out of the form within the last day. */
    left: isDone || !isReady ? undefined : newest,
    /** Whether the draft that the form shows is stored as it is. */
    isAsOpened: opened !== undefined && textOf(opened.content) === textOf(content),
    /** Whether the fields are disabled, because an earlier draft is being looked for. */
    isWaiting: looking === 'on the server',
    kept,
    /** The names of the draft's files, which the user must choose again. */
    missing: isDone ? [] : notChosen(missing, values),
    /** Removes the draft of the current input. */
    forget: () => sync.current?.forget(),
    /** Empties the form, and leaves its draft for a day. Returns a function that restores it. */
    clear: (): (() => void) => {
      const draft = current()
      changeLeft(adding(draft))
      form.reset()
      setMissing({})
      setOpened(undefined)
      sync.current?.forget()
      return () => {
        restore(draft, {})
        setOpened(opened)
      }
    },
    /** Fills in the draft that was left, and leaves what was typed instead. */
    restore: (): void => newest && restore(newest),
  }
}

const leftNow = ({ values, files, saved_at }: Omit<LeftDraft, 'left_at'>): Left => ({
  values,
  files,
  saved_at,
  left_at: new Date().toISOString(),
})

const adding =
  (draft: Left): ChangeLeft =>
  (drafts) =>
    [draft, ...drafts].slice(0, LEFT_MOST)
