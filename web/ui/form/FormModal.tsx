import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { Draft } from '#contract/drafts.ts'
import { DraftHint, DraftOffer } from '../drafts/DraftOffer.tsx'
import { DiscardQuestion, LeaveQuestion } from '../drafts/LeaveQuestion.tsx'
import { useDraft } from '../drafts/useDraft.ts'
import classes from './FormModal.module.css'
import { Message } from '../Message.tsx'
import frame from '../modal/ModalFrame.module.css'
import { ModalFrame } from '../modal/ModalFrame.tsx'
import {
  type Saved,
  type Transfer,
  type Upload,
  useFocusAfterRefusal,
  useSaving,
} from '../modal/useSaving.ts'
import { useModalLife } from '../modal/useModalLife.ts'
import { zodResolver } from './zodResolver.ts'

type FormModalProps<Values extends object, Output, Answer extends Saved> = {
  title: string
  /** The picture of the one whose form it is. */
  image?: ReactNode
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
  /** Keeps what is typed as a draft under this key of the contract. */
  draft?: string
  /** What to know about a draft before one goes on with it. */
  draftNote?: (values: Draft['values']) => string | undefined
  /** What is to be edited comes later, and then fills the form with `form.initialize`. */
  loads?: boolean
  /** What should be said before a save, in sentences; a second press saves all the same. */
  warn?: (output: Output) => Promise<string[]>
  /** Left in the foot: a hint, or another thing to do with the record. */
  hint?: ReactNode
  /** The fields. `upload` is there while files travel. */
  children: (form: UseFormReturnType<Values>, upload: Upload | undefined) => ReactNode
}

/** A form in a modal: checked by the contract's schema here, and by the server again. */
export function FormModal<Values extends object, Output, Answer extends Saved>(
  props: FormModalProps<Values, Output, Answer>,
) {
  const { title, image, subtitle, width = 420, initialValues, schema, verb = 'Save', hint, children } = props
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
  const isReady = !props.loads || form.initialized
  const draft = useDraft(props.draft, form, { isReady, isDone: phase === 'saved' })
  // What was said of other values than these is out of date.
  const [said, setSaid] = useState<{ of: Values; doubts: string[] }>()
  const doubts = said?.of === form.values ? said.doubts : []
  const [isAsking, setIsAsking] = useState(false)
  const isBusy = phase !== 'idle' || draft.isWaiting
  const isDirty = phase !== 'saved' && form.isDirty()

  const askClose = () => {
    if (phase === 'saving') return
    // Back while the question is open answers it: nothing is thrown away.
    if (isAsking) setIsAsking(false)
    else if (isDirty) setIsAsking(true)
    else life.close()
  }
  const leave = () => {
    setIsAsking(false)
    life.close()
  }
  const discard = () => {
    draft.forget()
    leave()
  }
  const clear = () => {
    form.reset()
    draft.clear()
    clearNotice()
  }
  const mayGoOn = async (output: Output, of: Values) => {
    const found = (await props.warn?.(output)) ?? []
    setSaid({ of, doubts: found })
    const isNew = found.some((doubt) => !doubts.includes(doubt))
    if (isNew) focusAfterRefusal()
    return !isNew
  }
  const submit = form.onSubmit((values) => {
    const output = schema.parse(values)
    void save(
      (transfer) => props.save(output, transfer),
      () => mayGoOn(output, values),
    )
  }, focusAfterRefusal)

  return (
    <>
      <ModalFrame
        life={life}
        title={title}
        image={image}
        subtitle={subtitle}
        width={width}
        onAskClose={askClose}
        isDirty={isDirty}
        isUnkept={isDirty && !props.draft}
        fillsPhone
      >
        <form
          ref={element}
          className={classes.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!isBusy && isReady) submit(event)
          }}
        >
          <div className={classes.notices}>
            {notice && <Message tone={notice.tone}>{notice.text}</Message>}
            {draft.offer && (
              <DraftOffer
                savedAt={draft.offer.saved_at}
                note={props.draftNote?.(draft.offer.values)}
                isOverTyped={isDirty}
                onContinue={draft.take}
                onDiscard={draft.discard}
              />
            )}
            {draft.missing.length > 0 && (
              <Message tone="note">Choose again, as files are not kept: {draft.missing.join(', ')}</Message>
            )}
            {doubts.map((doubt) => (
              <Message key={doubt} tone="note">
                {doubt}
              </Message>
            ))}
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- while nothing inside can be focused, the keyboard scrolls the body itself */}
          <div className={frame.body} tabIndex={isBusy ? 0 : undefined}>
            {/* What is typed while it is being saved, or after, would be lost. */}
            <fieldset className={classes.fields} disabled={isBusy}>
              {children(form, upload)}
            </fieldset>
          </div>
          <div className={frame.foot}>
            <FootStart upload={upload}>{draft.kept ? <DraftHint kept={draft.kept} /> : hint}</FootStart>
            <Button variant="subtle" disabled={isBusy || !isReady} onClick={clear}>
              Clear
            </Button>
            <Button ref={primary} type="submit" disabled={isBusy || !isReady}>
              {doubts.length > 0 && phase === 'idle' ? 'Save anyway' : verb}
            </Button>
          </div>
        </form>
      </ModalFrame>
      {isAsking && props.draft && (
        <LeaveQuestion onStay={() => setIsAsking(false)} onDiscard={discard} onKeep={leave} />
      )}
      {isAsking && !props.draft && <DiscardQuestion onKeep={() => setIsAsking(false)} onDiscard={discard} />}
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
