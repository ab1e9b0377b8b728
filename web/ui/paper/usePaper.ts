import { useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useAskBeforeLeaving } from '../drafts/useAskBeforeLeaving.ts'
import { FormHostContext } from '../form/useFormHost.ts'
import { SessionUserContext } from '../sessionUser.ts'
import type { StoreFailure } from '../device/storedValue.ts'
import { makePdf } from './makePdf.ts'
import { type Paper, paperOf, type PaperPage, type PaperTarget, rememberPaper } from './Paper.ts'
import { paperStoreOf } from './paperStore.ts'

/**
 * How safe the pages are: stored on this device; stored, but the browser may delete them if space is short; or only in
 * this tab, because the device has no room or the browser refuses.
 */
export type Safety = 'stored' | 'deletable' | StoreFailure

export type ChangePages = (update: (pages: PaperPage[]) => PaperPage[]) => void

type Making = { number: number; of: number; cancel: () => void }

/** The photographed pages of a field, which this device stores until the form is saved or cleared. */
export function usePaper(
  { key, fileName }: PaperTarget,
  value: File | null | undefined,
  onChange: (file: File | null) => void,
) {
  const user = useContext(SessionUserContext)?.id
  const host = useContext(FormHostContext)
  const store = useMemo(() => (user === undefined ? undefined : paperStoreOf(user, key)), [user, key])
  const [paper, setPaper] = useState<Paper>()
  const [failure, setFailure] = useState<StoreFailure>()
  const [isDeletable, setIsDeletable] = useState(false)
  const safety: Safety = failure ?? (isDeletable ? 'deletable' : 'stored')
  const [making, setMaking] = useState<Making>()
  const [hasFailed, setHasFailed] = useState(false)
  const newest = useRef<Paper>(undefined)
  const stored = useRef<Paper>(undefined)
  const writing = useRef(Promise.resolve())
  const abort = useRef<AbortController>(undefined)

  useEffect(() => {
    let isShown = true
    const read = async () => {
      const found = await store?.read()
      if (!isShown || newest.current || !found) return
      newest.current = found
      stored.current = found
      setPaper(found)
    }
    void read()
    return () => {
      isShown = false
      abort.current?.abort()
    }
  }, [store])
  const hasUnstored = paper !== undefined && failure !== undefined
  useAskBeforeLeaving('The photographed pages are not stored on this device.', hasUnstored)
  // A save discards the pages, so it waits until the PDF contains them.
  const waits = making ? 'Save waits for the PDF.' : paper && !value ? NO_PDF_YET : undefined

  const writeAfter = async (before: Promise<void>, next: Paper | undefined) => {
    await before
    // Skips these pages, because newer ones are written next.
    if (!store || next !== newest.current) return
    if (!next) {
      stored.current = undefined
      return store.remove()
    }
    const unstored = await store.write(next, stored.current)
    setFailure(unstored)
    if (unstored) return
    stored.current = next
    // Not awaited, because Firefox asks the user, who may not answer.
    void isPersistent().then((answer) => setIsDeletable(!answer))
  }
  const set = (next: Paper | undefined) => {
    newest.current = next
    setPaper(next)
    writing.current = writeAfter(writing.current, next)
  }
  const change: ChangePages = (update) => {
    const before = newest.current
    const pages = update(before?.pages ?? [])
    const isNew = pages.some(({ id }) => !before?.pages.some((page) => page.id === id))
    const photographedAt = isNew ? new Date().toISOString() : (before?.photographedAt ?? '')
    set(pages.length > 0 ? { pages, photographedAt } : undefined)
  }
  const remove = () => {
    abort.current?.abort()
    setHasFailed(false)
    set(undefined)
  }
  const discard = useEffectEvent(() => {
    const before = newest.current
    remove()
    return before && (() => set(before))
  })
  useEffect(() => host?.add({ waits, hasUnstored, discard: () => discard() }), [host, waits, hasUnstored])

  const make = async () => {
    const from = newest.current
    // The form must not save a PDF of former pages: not without pages, and not after a failure or Cancel.
    onChange(null)
    if (!from) return
    const own = new AbortController()
    abort.current = own
    const cancel = () => own.abort()
    const onPage = (number: number) => setMaking({ number, of: from.pages.length, cancel })
    setHasFailed(false)
    try {
      const made = await makePdf(from, fileName, { onPage, signal: own.signal })
      rememberPaper(made.file, made.paper)
      set(made.paper)
      onChange(made.file)
    } catch {
      if (!own.signal.aborted) setHasFailed(true)
    } finally {
      setMaking(undefined)
    }
  }

  return {
    /** The pages of the PDF in the form, or else those that no PDF contains yet. */
    paper: paperOf(value) ?? paper,
    /** The pages to edit. */
    pages: paper?.pages ?? [],
    safety,
    making,
    hasFailed,
    change,
    make: () => void make(),
    /** Removes the pages and their PDF. */
    remove: () => {
      remove()
      onChange(null)
    },
    /** Updates the PDF after its pages were edited. */
    update: () => {
      const made = paperOf(value)
      if (!making && made && newest.current !== made && !isSamePages(newest.current, made)) void make()
    },
  }
}

const NO_PDF_YET = 'Make a PDF of the photographed pages, or delete them.'

const isSamePages = (one: Paper | undefined, other: Paper) =>
  one?.pages.length === other.pages.length &&
  one.pages.every(({ sheet }, index) => sheet !== undefined && sheet === other.pages[index]?.sheet)

/** Whether the browser promises to keep what this site stores. */
async function isPersistent(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist())
  } catch {
    return false
  }
}
