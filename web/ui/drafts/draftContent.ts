import type { Draft } from '#contract/drafts.ts'
import { paperOf } from '../paper/Paper.ts'

export type DraftContent = Pick<Draft, 'values' | 'files'>

/**
 * A draft contains the names of its files, not the files, including those that must still be chosen again. A PDF of
 * photographed pages can be made again, because this device stores them.
 */
export function contentOf(values: object, missing: DraftContent['files']): DraftContent {
  const entries = Object.entries(values)
  const chosen = entries.flatMap(([field, value]) =>
    value instanceof File && !paperOf(value) ? [[field, value.name]] : [],
  )
  return {
    values: Object.fromEntries(entries.filter(([, value]) => !(value instanceof File))),
    files: { ...missing, ...Object.fromEntries(chosen) },
  }
}

export const isSameContent = (one: DraftContent, other: DraftContent) => textOf(one) === textOf(other)

export const textOf = ({ values, files }: DraftContent) => JSON.stringify([values, files])

/** The names of the files that were not chosen again. */
export const notChosen = (missing: DraftContent['files'], values: object) =>
  Object.entries(missing).flatMap(([field, name]) =>
    Reflect.get(values, field) instanceof File ? [] : [name],
  )

/** A draft may be older than the form: only fields that still exist are filled. */
export const knownValues = <Values extends object>(
  { values }: DraftContent,
  now: Partial<Values>,
): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([field]) => Object.hasOwn(now, field))) as Partial<Values>
