import { Box, Button, Group, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { EditConflict } from '#contract/base/call.ts'
import { formatDateTime } from '../formatDate.ts'
import { ChangeList, type FieldLabels } from '../history/ChangeList.tsx'
import { HttpError } from '../http.ts'
import { Message } from '../Message.tsx'
import { mergeChanges } from './mergeChanges.ts'
import classes from './SavedMeanwhile.module.css'

/** Stores the conflict of a save that was refused because others saved first. */
export function useEditConflict() {
  const [conflict, setConflict] = useState<EditConflict>()
  const [answer, setAnswer] = useState<string>()

  async function watched<Answer>(saving: Promise<Answer>): Promise<Answer> {
    setAnswer(undefined)
    try {
      return await saving
    } catch (error) {
      setConflict(error instanceof HttpError ? error.body.conflict : undefined)
      throw error
    }
  }
  /** Closes the question; `next` says what the user must do next. */
  const settle = (next: string) => {
    setConflict(undefined)
    setAnswer(next)
  }
  return { conflict, answer, watched, settle }
}

type SavedMeanwhileProps<Values, Found> = {
  form: UseFormReturnType<Values>
  labels: FieldLabels
  watch: ReturnType<typeof useEditConflict>
  /** Loads the record as it is now. */
  load: () => Promise<Found>
  /** The loaded record as the form has it. */
  valuesOf: (found: Found) => NoInfer<Values>
  /** Returns the loaded record's values of the fields that the history names. */
  take: (found: Found, changedNames: string[], typed: NoInfer<Values>) => Partial<NoInfer<Values>>
}

/** In a form whose save was refused because others saved first: asks which values to use, then says what to do next. */
export function SavedMeanwhile<Values extends { version?: number }, Found>(
  props: SavedMeanwhileProps<Values, Found>,
) {
  const { form, labels, load, valuesOf, take } = props
  const { conflict, answer, settle } = props.watch
  if (!conflict) return answer && <Message tone="note">{answer}</Message>

  const { version, history } = conflict
  const settleWith = async (merge: (found: Found) => Partial<Values>, next: string) => {
    const found = await load()
    form.setValues({ ...merge(found), version })
    // From now on, the user's changes are the differences from these values.
    form.setInitialValues({ ...valuesOf(found), version })
    settle(next)
  }
  const takeOver = () => {
    const changedNames = history.flatMap(({ changes }) => changes.map(({ field }) => field))
    return settleWith(
      (found) => take(found, changedNames, form.getValues()),
      'Their changes are now in your form. Save it to continue.',
    )
  }
  const keepMine = () =>
    settleWith(
      (found) => mergeChanges(form.getInitialValues(), form.getValues(), valuesOf(found)),
      'Your changes are kept, and the rest is as they saved it. Save it to continue.',
    )
  return (
    <ConflictNotice
      key={version}
      conflict={conflict}
      labels={labels}
      onTakeOver={takeOver}
      onKeepMine={keepMine}
    />
  )
}

type ConflictNoticeProps = {
  conflict: EditConflict
  labels: FieldLabels
  /** Loads their values into the form. */
  onTakeOver: () => Promise<void>
  /** Loads their values, except for fields that the user has also changed. */
  onKeepMine: () => Promise<void>
}

type Settling = { answer: () => Promise<void>; form: HTMLFormElement | null }

/** Who changed what in the meantime, and the two choices. */
function ConflictNotice({ conflict, labels, onTakeOver, onKeepMine }: ConflictNoticeProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  // The focused button goes away with the question, so the focus moves to Save.
  const settling = useMutation({
    mutationFn: async ({ answer, form }: Settling) => {
      await answer()
      form?.querySelector<HTMLElement>('button[type="submit"]')?.focus()
    },
  })
  const settleBy = (answer: Settling['answer']) => ({
    disabled: settling.isPending,
    onClick: ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) =>
      settling.mutate({ answer, form }),
  })

  return (
    <section ref={box} className={classes.box} aria-label="Changes by others">
      {settling.isError && <Message tone="bad">{settling.error.message}</Message>}
      <Stack component="ul" gap="s3">
        {conflict.history.map(({ id, by, at, changes }) => (
          <li key={id}>
            <Box component="p" mb={6}>
              <strong>{by ?? 'Elimu'}</strong>
              <span className="el-ink-2">, {formatDateTime(at)}</span>
            </Box>
            <ChangeList changes={changes} labels={labels} />
          </li>
        ))}
      </Stack>
      <p>
        Nothing you typed is lost. Take these changes into your form, or keep yours where both changed the
        same.
      </p>
      <Group gap="s2" align="stretch">
        <Button variant="default" {...settleBy(onTakeOver)}>
          Use their changes
        </Button>
        <Button variant="default" {...settleBy(onKeepMine)}>
          Keep mine
        </Button>
      </Group>
    </section>
  )
}
