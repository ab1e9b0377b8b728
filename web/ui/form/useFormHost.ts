import { createContext, useContext, useMemo, useState } from 'react'

/** Discards photographed pages. Returns a function that restores them, if there were any. */
type Discard = () => (() => void) | undefined

/** A field that stores photographed pages beside the form's values, as its form knows it. */
type HostedField = {
  /** Why the form cannot be saved yet; undefined if it can. */
  waits: string | undefined
  /** Whether this device could not store the pages. */
  hasUnstored: boolean
  discard: Discard
}

export type FormHost = {
  /** Adds a field. Returns a function that removes it. */
  add: (field: HostedField) => () => void
}

export const FormHostContext = createContext<FormHost | undefined>(undefined)

/** Collects the fields with photographed pages of a form. A host around several forms has the fields of all of them. */
export function useFormHost() {
  const outer = useContext(FormHostContext)
  const [fields, setFields] = useState<HostedField[]>([])
  const host = useMemo(
    (): FormHost => ({
      add(field) {
        const removeOuter = outer?.add(field)
        setFields((now) => [...now, field])
        return () => {
          removeOuter?.()
          setFields((now) => now.filter((each) => each !== field))
        }
      },
    }),
    [outer],
  )
  const unstored = fields.filter(({ hasUnstored }) => hasUnstored)
  return {
    host,
    waits: fields.find(({ waits }) => waits)?.waits,
    hasUnstored: unstored.length > 0,
    /** Called when the form is saved, cleared or discarded. */
    discardAll: () => discard(fields),
    discardUnstored: () => discard(unstored),
  }
}

function discard(fields: HostedField[]) {
  const restores = fields.flatMap((field) => field.discard() ?? [])
  if (restores.length === 0) return undefined
  return () => {
    for (const restore of restores) restore()
  }
}
