import { Button, Group, Text, Textarea, VisuallyHidden } from '@mantine/core'
import { IconArrowBackUp, IconChevronLeft, IconChevronRight, IconCircleCheck } from '@tabler/icons-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { fieldErrors, firstErrors } from '#contract/base/call.ts'
import { returnForm } from '#contract/records/records.ts'
import { HttpError } from '../../ui/http.ts'
import type { useVerifying } from './useVerifying.ts'
import classes from './VerifyFoot.module.css'

type VerifyFootProps = {
  verifying: ReturnType<typeof useVerifying>
  isReturning: boolean
  /** Undefined while it cannot be returned. */
  onReturn: (() => void) | undefined
  onReturned: () => void
  /** Closes the return form without returning the record. */
  onKeep: () => void
}

/** The actions for the record, and the buttons to the other records. */
export function VerifyFoot({ verifying, isReturning, onReturn, onReturned, onKeep }: VerifyFootProps) {
  const { verify, verifyTooEarly, isTooEarly, waitsFor, returnRecord, said, isBusy } = verifying
  const waiting = useId()
  if (isReturning)
    return <ReturnField returnRecord={returnRecord} isBusy={isBusy} onReturned={onReturned} onKeep={onKeep} />
  return (
    <>
      <div className={classes.foot}>
        <QueueSteps onPrevious={verifying.toPrevious} onNext={verifying.toNext} />
        {/* Screen readers announce it together with the next record. */}
        <Text
          id={waiting}
          className={`el-grow ${classes.said}`}
          size="sm"
          fw={500}
          c={isTooEarly ? 'red' : waitsFor ? 'gray' : 'green'}
          aria-hidden
        >
          {waitsFor ?? said}
        </Text>
        {isTooEarly && <VisuallyHidden role="alert">{waitsFor}</VisuallyHidden>}
        <Group className={classes.answers ?? ''} gap="s2" wrap="nowrap">
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            rightSection={<Key of="R" />}
            aria-keyshortcuts="R"
            {...clickOf(onReturn)}
          >
            Return
          </Button>
          <Button
            leftSection={<IconCircleCheck size={18} aria-hidden />}
            rightSection={<Key of="V" />}
            aria-keyshortcuts="V"
            aria-describedby={waitsFor && waiting}
            {...clickOf(verify)}
            // The second click of a double click is about the same record.
            onClick={({ detail }) => detail < 2 && (verify ?? verifyTooEarly)?.()}
          >
            Verify
          </Button>
        </Group>
      </div>
      <div className={classes.undo}>{verifying.undo}</div>
    </>
  )
}

/** Not `disabled`, so that the buttons keep the focus while a call runs. */
const clickOf = (onClick: (() => void) | undefined) => ({
  'data-disabled': !onClick || undefined,
  'aria-disabled': !onClick,
  onClick,
})

type QueueStepsProps = { onPrevious: (() => void) | undefined; onNext: (() => void) | undefined }

/** Moves to the record before or after this one. */
const QueueSteps = ({ onPrevious, onNext }: QueueStepsProps) => (
  <Group className={classes.steps} gap="s2" wrap="nowrap" flex="none">
    <Button
      variant="default"
      leftSection={<IconChevronLeft size={18} aria-hidden />}
      rightSection={<Key of="K" />}
      aria-keyshortcuts="K ArrowLeft"
      {...clickOf(onPrevious)}
    >
      <span className="el-hidden-phone">Previous</span>
    </Button>
    <Button
      variant="default"
      leftSection={<Key of="J" />}
      aria-keyshortcuts="J ArrowRight"
      rightSection={<IconChevronRight size={18} aria-hidden />}
      {...clickOf(onNext)}
    >
      <span className="el-hidden-phone">Next</span>
    </Button>
  </Group>
)

/** The keyboard shortcut of a button. */
const Key = ({ of }: { of: string }) => (
  <kbd className="el-key" aria-hidden>
    {of}
  </kbd>
)

type ReturnFieldProps = {
  /** Undefined while a call runs, or if the record can no longer be returned. */
  returnRecord: ((remark: string) => Promise<void>) | undefined
  isBusy: boolean
  onReturned: () => void
  onKeep: () => void
}

/** The remark about what the author must correct. A failed call does not clear it. */
function ReturnField({ returnRecord, isBusy, onReturned, onKeep }: ReturnFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [error, setError] = useState<string>()
  useEffect(() => field.current?.focus(), [])

  const refuse = (message: string | undefined) => {
    setError(message)
    field.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!returnRecord) return undefined
    const form = returnForm.safeParse({ remark: field.current?.value })
    if (!form.success) return refuse(firstErrors(fieldErrors(form.error)).remark)
    try {
      setError(undefined)
      await returnRecord(form.data.remark)
      onReturned()
    } catch (refusal) {
      refuse(refusal instanceof HttpError ? refusal.body.errors?.remark?.[0] : undefined)
    }
  }

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <Textarea
        ref={field}
        flex={1}
        label="Remark"
        placeholder="What needs correcting?"
        rows={2}
        error={error}
        readOnly={isBusy}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event)
        }}
      />
      <Group className={classes.answers ?? ''} gap="s2" wrap="nowrap">
        <Button variant="default" disabled={isBusy} onClick={onKeep}>
          Cancel
        </Button>
        <Button
          type="submit"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          data-disabled={!returnRecord || undefined}
          aria-disabled={!returnRecord}
        >
          Return
        </Button>
      </Group>
    </form>
  )
}
