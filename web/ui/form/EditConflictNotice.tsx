import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useRef } from 'react'
import type { EditConflict } from '#contract/errors.ts'
import classes from './EditConflictNotice.module.css'
import { formatDateTime } from '../formatDate.ts'
import { ChangeList, type FieldLabels } from '../history/ChangeList.tsx'
import { Message } from '../Message.tsx'

type EditConflictNoticeProps = {
  conflict: EditConflict
  labels: FieldLabels
  /** Puts their values into the form; may have to fetch them. */
  onTakeOver: () => Promise<void>
  onKeepMine: () => void
}

type Settling = { answer: () => Promise<void> | void; form: HTMLFormElement | null }

/** In a form whose save came too late: who changed what meanwhile, and what shall become of it. */
export function EditConflictNotice({ conflict, labels, onTakeOver, onKeepMine }: EditConflictNoticeProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  // The question goes away with its buttons; what comes next is to save.
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
    <section ref={box} className={classes.box} aria-label="Changed meanwhile">
      {settling.isError && <Message tone="bad">{settling.error.message}</Message>}
      <ul className={classes.entries}>
        {conflict.history.map(({ id, by, at, changes }) => (
          <li key={id}>
            <p className={classes.who}>
              <strong>{by ?? 'Elimu'}</strong>, {formatDateTime(at)}
            </p>
            <ChangeList changes={changes} labels={labels} />
          </li>
        ))}
      </ul>
      <p className={classes.question}>
        Nothing you typed is lost. Take these changes into your form, or save yours over them.
      </p>
      <div className={classes.answers}>
        <Button variant="default" {...settleBy(onTakeOver)}>
          Take over their changes
        </Button>
        <Button variant="default" {...settleBy(onKeepMine)}>
          Keep mine
        </Button>
      </div>
    </section>
  )
}
