import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react'

/** Discards what a field has stored beside the form's values. Returns a function that restores it, if there was something. */
type Discard = () => (() => void) | undefined

/** What a field needs of its form, besides its value. */
export type FormHost = {
  /** Called when the form is saved, cleared or discarded. Returns a function that cancels it. */
  onDiscard: (discard: Discard) => () => void
  /** Why the form cannot be saved yet; undefined once it can. */
  setWaits: (waits: string | undefined) => void
  /** Whether the field contains photographed pages that this device could not store. */
  setHasUnstored: (hasUnstored: boolean) => void
}

export const FormHostContext = createContext<FormHost | undefined>(undefined)

/** For a form with fields that store something beside its values, such as photographs. */
export function useFormHost() {
  const discards = useRef(new Set<Discard>())
  const [waits, setWaits] = useState<string>()
  const [hasUnstored, setHasUnstored] = useState(false)
  const host = useMemo(
    (): FormHost => ({
      onDiscard(discard) {
        discards.current.add(discard)
        return () => discards.current.delete(discard)
      },
      setWaits,
      setHasUnstored,
    }),
    [],
  )
  const discardAll: Discard = () => {
    const restores = [...discards.current].flatMap((discard) => discard() ?? [])
    if (restores.length === 0) return undefined
    return () => {
      for (const restore of restores) restore()
    }
  }
  return { host, waits, hasUnstored, discardAll }
}

/** Registers a field's function at its form, if it is in one. */
export function useOnDiscard(discard: Discard): void {
  const host = useContext(FormHostContext)
  const newest = useRef(discard)
  useEffect(() => {
    newest.current = discard
  })
  useEffect(() => host?.onDiscard(() => newest.current()), [host])
}
