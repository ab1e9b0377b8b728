import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { firstErrors } from '#contract/errors.ts'
import { AN_ERROR_OCCURRED } from '#contract/messages.ts'
import { HttpError } from '../ui/http.ts'

/**
 * Sends a signed-out form. Its button rests until the call fails: what follows a success leaves the screen.
 * After a refusal the cursor stands in the first wrong field, or in the one that is likeliest to be wrong.
 */
export function useSending<Values extends object>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => Promise<void>,
) {
  const element = useRef<HTMLFormElement>(null)
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  const refuse = () => setRefusals((count) => count + 1)
  const refuseTyped = () => {
    setRefusal(undefined)
    refuse()
  }

  useEffect(() => {
    if (!refusals) return
    const fields = [...(element.current?.querySelectorAll('input') ?? [])]
    const wrong = fields.find((field) => field.getAttribute('aria-invalid') === 'true') ?? fields.at(-1)
    wrong?.focus()
  }, [refusals])

  const onSubmit = form.onSubmit(async (values) => {
    if (isSending) return
    setIsSending(true)
    setRefusal(undefined)
    try {
      await send(values)
    } catch (error) {
      setIsSending(false)
      setRefusal(error instanceof HttpError ? error.message : AN_ERROR_OCCURRED)
      form.setErrors(firstErrors((error instanceof HttpError && error.body.errors) || {}))
      refuse()
    }
  }, refuseTyped)

  return { isSending, refusal, formProps: { ref: element, onSubmit, noValidate: true } }
}
