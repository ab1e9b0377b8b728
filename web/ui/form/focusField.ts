import { useDidUpdate } from '@mantine/hooks'
import type { RefObject } from 'react'

const FIELDS = 'input:not([type="hidden"], [type="file"]), select'

/** Focuses the first field, or the first empty one. */
export function focusField(fields: Element | null | undefined, isEmpty: boolean): void {
  const all = [...(fields?.querySelectorAll<HTMLInputElement | HTMLSelectElement>(FIELDS) ?? [])]
  const first = isEmpty ? all.find(({ value }) => value === '') : undefined
  ;(first ?? all[0])?.focus()
}

/** Focuses a field when the focused one was disabled while a draft was looked for, or the pressed button is removed. */
export function useFocusAfterDraft(
  form: RefObject<HTMLFormElement | null>,
  { isWaiting, opened }: { isWaiting: boolean; opened: unknown },
): void {
  useDidUpdate(() => {
    if (isWaiting || form.current?.querySelector(':is(input, select, textarea, button):enabled:focus')) return
    focusField(form.current?.querySelector('fieldset'), true)
  }, [form, isWaiting, opened])
}
