import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import classes from './FormModal.module.css'
import { DiscardQuestion } from './modal/DiscardQuestion.tsx'
import frame from './modal/ModalFrame.module.css'
import { ModalFrame } from './modal/ModalFrame.tsx'
import { SavingNotice } from './modal/SavingNotice.tsx'
import { useFocusAfterRefusal } from './modal/useFocusAfterRefusal.ts'
import { useModalLife } from './modal/useModalLife.ts'
import { type Saved, type Transfer, type Upload, useSaving } from './modal/useSaving.ts'
import { zodResolver } from './zodResolver.ts'

type FormModalProps<Values extends object, Output, Answer extends Saved> = {
  title: string
  subtitle?: ReactNode
  /** 420 for a simple form, 1128 for one in two columns. */
  width?: number
  initialValues: Values
  schema: z.ZodType<Output>
  /** The words on the primary button. */
  verb?: string
  save: (output: Output, transfer: Transfer) => Promise<Answer>
  onSaved: (answer: Answer) => void
  onClose: () => void
  /** Left in the foot: a hint, or another thing to do with the record. */
  hint?: ReactNode
  /** The fields. `upload` is there while files travel. */
  children: (form: UseFormReturnType<Values>, upload: Upload | undefined) => ReactNode
}

/** A form in a modal: checked by the contract's schema here, and by the server again. */
export function FormModal<Values extends object, Output, Answer extends Saved>(
  props: FormModalProps<Values, Output, Answer>,
) {
  const { title, subtitle, width = 420, initialValues, schema, verb = 'Save', hint, children } = props
  const life = useModalLife(props.onClose)
  const form = useForm<Values>({ initialValues, validate: zodResolver(schema) })
  const { form: element, primary, focusAfterRefusal } = useFocusAfterRefusal()
  const { phase, notice, upload, save, clearNotice } = useSaving({
    onSaved: props.onSaved,
    onRefused: (errors) => {
      form.setErrors(errors)
      focusAfterRefusal()
    },
    close: life.close,
  })
  const [isAsking, setIsAsking] = useState(false)
  const isBusy = phase !== 'idle'
  const isDirty = phase !== 'saved' && form.isDirty()

  const askClose = () => {
    if (phase === 'saving') return
    // Back while the question is open answers it: nothing is thrown away.
    if (isAsking) setIsAsking(false)
    else if (isDirty) setIsAsking(true)
    else life.close()
  }
  const discard = () => {
    setIsAsking(false)
    life.close()
  }
  const clear = () => {
    form.reset()
    clearNotice()
  }
  const submit = form.onSubmit(
    (values) => save((transfer) => props.save(schema.parse(values), transfer)),
    focusAfterRefusal,
  )

  return (
    <>
      <ModalFrame
        life={life}
        title={title}
        subtitle={subtitle}
        width={width}
        onAskClose={askClose}
        isDirty={isDirty}
        fillsPhone
      >
        <form
          ref={element}
          className={classes.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!isBusy) submit(event)
          }}
        >
          {notice && (
            <div className={classes.notice}>
              <SavingNotice notice={notice} />
            </div>
          )}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- while nothing inside can be focused, the keyboard scrolls the body itself */}
          <div className={frame.body} tabIndex={isBusy ? 0 : undefined}>
            {/* What is typed while it is being saved, or after, would be lost. */}
            <fieldset className={classes.fields} disabled={isBusy}>
              {children(form, upload)}
            </fieldset>
          </div>
          <div className={frame.foot}>
            <FootStart upload={upload}>{hint}</FootStart>
            <Button variant="subtle" disabled={isBusy} onClick={clear}>
              Clear
            </Button>
            <Button ref={primary} type="submit" disabled={isBusy}>
              {verb}
            </Button>
          </div>
        </form>
      </ModalFrame>
      {isAsking && <DiscardQuestion onKeep={() => setIsAsking(false)} onDiscard={discard} />}
    </>
  )
}

/** Left in the foot, away from the other buttons: a second click on Cancel must hit nothing else. */
function FootStart({ upload, children }: { upload: Upload | undefined; children: ReactNode }) {
  if (!upload && !children) return null
  return (
    <div className={frame.hint}>
      {upload ? (
        <Button variant="default" onClick={upload.cancel}>
          Cancel upload
        </Button>
      ) : (
        children
      )}
    </div>
  )
}
