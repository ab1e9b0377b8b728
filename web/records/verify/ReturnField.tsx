import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Input.css'
import { Button, Textarea } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { returnForm } from '#contract/records.ts'
import { fieldErrors, firstErrors } from '#contract/errors.ts'
import { HttpError } from '../../ui/http.ts'
import classes from './ReturnField.module.css'

type ReturnFieldProps = {
  /** Undefined while it runs, or where it is too late. */
  giveBack: ((remark: string) => Promise<void>) | undefined
  isBusy: boolean
  onReturned: () => void
  onKeep: () => void
}

/** What the author shall mend. A failed call keeps what was typed. */
export function ReturnField({ giveBack, isBusy, onReturned, onKeep }: ReturnFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [error, setError] = useState<string>()
  useEffect(() => field.current?.focus(), [])

  const refuse = (message: string | undefined) => {
    setError(message)
    field.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!giveBack) return undefined
    const form = returnForm.safeParse({ remark: field.current?.value })
    if (!form.success) return refuse(firstErrors(fieldErrors(form.error)).remark)
    try {
      setError(undefined)
      await giveBack(form.data.remark)
      onReturned()
    } catch (refusal) {
      refuse(refusal instanceof HttpError ? refusal.body.errors?.remark?.[0] : undefined)
    }
  }

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <Textarea
        ref={field}
        className={classes.field ?? ''}
        label="Remark"
        placeholder="What shall be mended"
        rows={2}
        error={error}
        readOnly={isBusy}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event)
        }}
      />
      <div className={classes.answers}>
        <Button variant="default" disabled={isBusy} onClick={onKeep}>
          Cancel
        </Button>
        <Button
          type="submit"
          leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden />}
          data-disabled={!giveBack || undefined}
          aria-disabled={!giveBack}
        >
          Return
        </Button>
      </div>
    </form>
  )
}
