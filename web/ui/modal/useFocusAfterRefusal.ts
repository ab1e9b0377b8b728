import { useEffect, useRef, useState } from 'react'

/** After a refusal the cursor stands in the first wrong field, else on the button that tries again. */
export function useFocusAfterRefusal() {
  const form = useRef<HTMLFormElement>(null)
  const primary = useRef<HTMLButtonElement>(null)
  const [refusals, setRefusals] = useState(0)
  // Once the errors are drawn, and what rested while the call ran takes the focus again.
  useEffect(() => {
    if (!refusals) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = wrong ?? primary.current
    target?.focus()
  }, [refusals])
  return { form, primary, focusAfterRefusal: () => setRefusals((count) => count + 1) }
}
