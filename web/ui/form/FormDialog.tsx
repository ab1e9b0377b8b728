import { Button, Stack } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { IconEraser } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { DraftHint, DraftStrip } from '../drafts/DraftStrip.tsx'
import { DraftQuestion, LeaveQuestion, UNSTORED_PAGES } from '../drafts/LeaveQuestion.tsx'
import { useDraft } from '../drafts/useDraft.ts'
import classes from './FormDialog.module.css'
import type { FormInSeries } from './FormSeries.tsx'
import { Message } from '../Message.tsx'
import frame from '../modal/ModalFrame.module.css'
import { ModalFrame, type ModalShape } from '../modal/ModalFrame.tsx'
import {
  type Saved,
  type Transfer,
  type Upload,
  useFocusAfterRefusal,
  useSaving,
} from '../modal/useSaving.ts'
import { useModalLife } from '../modal/useModalLife.ts'
import { useUndo } from '../undo/useUndo.tsx'
import { useIsPhone } from '../useIsPhone.ts'
import { useFocusAfterDraft } from './focusField.ts'
import { FormHostContext, useFormHost } from './useFormHost.ts'
import { zodResolver } from './zodResolver.ts'

type FormDialogProps<Values extends object, Output, Answer extends Saved> = {
  title: string
  subtitle?: ReactNode
  shape?: ModalShape
  initialValues: Values
  schema: z.ZodType<Output>
  /** The label of the primary button. */
  verb?: string
  save: (output: Output, transfer: Transfer) => Promise<Answer>
  onSaved: (answer: Answer) => void
  /** Called when a save failed, for example because others saved first. */
  onFailed?: () => void
  onClose: () => void
  /** The contract's key for the draft. Without it, the form has no draft. */
  draft?: string
  /** A note about the draft with which the form opens. */
  draftNote?: (values: Values) => string | undefined
  /** The record to edit is still loading; `form.initialize` fills the form with it. */
  loads?: boolean
  /** Why the form cannot be saved with these values. Its foot shows the reason, and Save is disabled. */
  waits?: (values: Values) => string | undefined
  /** Warnings to show before a save, as sentences; a second press saves anyway. */
  warn?: (output: Output) => Promise<string[]>
  /** Offers to save and to fill in the next one. */
  series?: FormInSeries<Values> | undefined
  /** Whether it appears at once, because it replaces another dialog. */
  isInstant?: boolean
  /** Left in the foot: a hint, or another action. */
  hint?: ReactNode
  /** The fields. `upload` is defined while files are uploaded. */
  children: (form: UseFormReturnType<Values>, upload: Upload | undefined) => ReactNode
}

/** A form in a modal: checked by the contract's schema here, and by the server again. */
export function FormDialog<Values extends object, Output, Answer extends Saved>(
  props: FormDialogProps<Values, Output, Answer>,
) {
  const { title, subtitle, shape = 'narrow', initialValues, schema, verb = 'Save', hint, children } = props
  const life = useModalLife(props.onClose)
  const form = useForm<Values>({ initialValues, validate: zodResolver(schema) })
  const { form: element, primary, focusAfterRefusal } = useFocusAfterRefusal()
  const { host, waits: hostWaits, hasUnstored, discardAll } = useFormHost()
  // Until the form closes, its fields show what was saved, although what they compare it with is loaded again.
  const [saved, setSaved] = useState<ReactNode>()
  const {
    phase,
    notice,
    upload,
    save,
    clear: clearSaving,
  } = useSaving({
    onSaved: (answer: Answer) => {
      setSaved(children(form, undefined))
      discardAll()
      props.onSaved(answer)
    },
    onFailed: (errors) => {
      form.setErrors(errors)
      props.onFailed?.()
      focusAfterRefusal()
    },
    close: life.close,
    saved: props.series?.saved,
  })
  // A refusal that a field shows is not repeated above the form.
  const [isUnderField, setIsUnderField] = useState(false)
  useLayoutEffect(
    () => setIsUnderField(notice?.tone === 'bad' && isDescribed(element.current, notice.text)),
    [notice, element],
  )
  const isReady = !props.loads || form.initialized
  const draft = useDraft(props.draft, form, { isReady, isDone: phase === 'saved', onLeft: clearSaving })
  useFocusAfterDraft(element, draft)
  // Warnings are stale as soon as the values that were checked change.
  const [warned, setWarned] = useState<{ of: Values; warnings: string[] }>()
  const warnings = warned?.of === form.values ? warned.warnings : []
  const [isAsking, setIsAsking] = useState(false)
  const isBusy = phase !== 'idle' || draft.isWaiting
  const isDirty = phase !== 'saved' && form.isDirty()
  const asksBeforeClosing = (isDirty && !draft.isAsOpened) || hasUnstored
  const waits = props.waits?.(form.values) ?? hostWaits
  const undo = useUndo()
  const foot = draft.kept ? <DraftHint kept={draft.kept} /> : hint

  const askClose = () => {
    if (phase === 'saving') return
    // Pressing Back while the question is open closes the question and discards nothing.
    if (isAsking) setIsAsking(false)
    else if (asksBeforeClosing) setIsAsking(true)
    else life.close()
  }
  const leave = () => {
    setIsAsking(false)
    life.close()
  }
  const discard = () => {
    discardAll()
    draft.forget()
    leave()
  }
  const clear = () => {
    const undoDiscard = discardAll()
    if (!isDirty) form.reset()
    if (!isDirty && !undoDiscard) return
    const undoClear = isDirty ? draft.clear() : clearSaving()
    undo.offer({
      icon: IconEraser,
      done: 'Form cleared.',
      undo: () => {
        undoClear()
        undoDiscard?.()
      },
    })
  }
  const mayContinue = async (output: Output, of: Values) => {
    const found = (await props.warn?.(output)) ?? []
    setWarned({ of, warnings: found })
    const isNew = found.some((warning) => !warnings.includes(warning))
    if (isNew) focusAfterRefusal()
    return !isNew
  }
  /** Whether the form that is being submitted opens again for the next one. */
  const isInSeries = useRef(false)
  /** Whether the last submit was one of a series: its button is then the one to press again. */
  const [wasSeries, setWasSeries] = useState(false)
  const submit = (isSeries: boolean) =>
    form.onSubmit((values) => {
      const output = schema.parse(values)
      const { series } = props
      const openNext = ({ message }: Answer) => {
        draft.forget()
        series?.next(message, values)
      }
      void save(
        (transfer) => props.save(output, transfer),
        () => mayContinue(output, values),
        isSeries ? openNext : undefined,
      )
    }, focusAfterRefusal)
  const send = (isSeries = false) => {
    isInSeries.current = isSeries
    element.current?.requestSubmit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey } = event
    // A field that refuses Enter has typed text that sending would lose.
    if (key !== 'Enter' || !(ctrlKey || metaKey) || event.isDefaultPrevented()) return
    // A dialog that a field has opened is not part of the form.
    if (!event.currentTarget.contains(event.target as Node)) return
    event.preventDefault()
    send(shiftKey)
  }
  const isWarned = warnings.length > 0 && phase === 'idle'
  const isClosed = isBusy || !isReady || waits !== undefined
  const isPhone = useIsPhone()
  const another = props.series && (
    <Button
      ref={wasSeries ? primary : undefined}
      variant="default"
      disabled={isClosed}
      onClick={() => send(true)}
    >
      {isWarned ? 'Save anyway, add another' : 'Save and add another'}
    </Button>
  )

  return (
    <>
      <ModalFrame
        life={life}
        title={title}
        subtitle={subtitle}
        shape={shape}
        onAskClose={askClose}
        isDirty={asksBeforeClosing}
        hasUnstored={hasUnstored || (isDirty && !props.draft)}
        isSaved={phase === 'saved'}
        isInstant={props.isInstant ?? props.series?.saved !== undefined}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only handles keys of the fields inside */}
        <form
          ref={element}
          className={classes.form}
          noValidate
          onKeyDown={onKeyDown}
          onSubmit={(event) => {
            event.preventDefault()
            setWasSeries(isInSeries.current)
            if (!isClosed) submit(isInSeries.current)(event)
            isInSeries.current = false
          }}
        >
          {(draft.opened || draft.left) && (
            <DraftStrip
              openedAt={draft.opened?.savedAt}
              note={props.draftNote?.(form.values)}
              left={draft.left}
              isDisabled={isBusy}
              onStartEmpty={draft.clear}
              onRestore={undo.undo ?? draft.restore}
            />
          )}
          <div className={classes.notices}>
            {notice && !isUnderField && <Message tone={notice.tone}>{notice.text}</Message>}
            {draft.missing.length > 0 && (
              <Message tone="note">Choose again, as files are not kept: {draft.missing.join(', ')}</Message>
            )}
            {warnings.map((warning) => (
              <Message key={warning} tone="note">
                {warning}
              </Message>
            ))}
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- while nothing inside can be focused, the keyboard scrolls the body itself */}
          <div className={frame.body} tabIndex={isBusy ? 0 : undefined}>
            {/* Disabled during and after a save, because input would then be lost. */}
            <fieldset disabled={isBusy}>
              <FormHostContext value={host}>
                <Stack gap={14}>
                  {phase === 'saved' && saved ? saved : children(form, upload)}
                  {isPhone && another}
                </Stack>
              </FormHostContext>
            </fieldset>
          </div>
          <div className={frame.foot}>
            <FootStart upload={upload}>
              {waits ? (
                <>
                  {draft.kept && foot}
                  <span className="el-sm el-ink-2">{waits}</span>
                </>
              ) : (
                foot
              )}
            </FootStart>
            <Button variant="subtle" disabled={isBusy || !isReady} onClick={clear}>
              Clear
            </Button>
            {!isBusy && undo.bar}
            {!isPhone && another}
            <Button ref={wasSeries ? undefined : primary} type="submit" disabled={isClosed}>
              {isWarned ? 'Save anyway' : verb}
            </Button>
          </div>
        </form>
      </ModalFrame>
      {isAsking && props.draft && isDirty && (
        <DraftQuestion
          values={form.values}
          hasUnstored={hasUnstored}
          onStay={() => setIsAsking(false)}
          onLeave={discard}
          onKeepDraft={leave}
        />
      )}
      {isAsking && !(props.draft && isDirty) && (
        <LeaveQuestion
          {...(!isDirty && UNSTORED_PAGES)}
          onStay={() => setIsAsking(false)}
          onLeave={discard}
        />
      )}
    </>
  )
}

/** Whether a wrong field of the form is described by the text. */
const isDescribed = (form: HTMLFormElement | null, text: string): boolean =>
  [...(form?.querySelectorAll('[aria-invalid="true"]') ?? [])].some((field) =>
    field
      .getAttribute('aria-describedby')
      ?.split(' ')
      .some((id) => document.getElementById(id)?.textContent === text),
  )

/** On the left of the foot, away from the other buttons, so that a second click on Cancel hits none of them. */
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
