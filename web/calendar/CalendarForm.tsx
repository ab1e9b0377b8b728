import { Button, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconEraser } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { isDay } from '#contract/base/days.ts'
import { type Calendar, calendarForm, findOverlaps, type TermDay } from '#contract/calendar.ts'
import { LeaveQuestion } from '../ui/drafts/LeaveQuestion.tsx'
import { useAskBeforeLeaving } from '../ui/drafts/useAskBeforeLeaving.ts'
import { useLeaving } from '../ui/drafts/useLeaving.ts'
import { DateField } from '../ui/form/date/DateField.tsx'
import { focusField } from '../ui/form/focusField.ts'
import { zodResolver } from '../ui/form/zodResolver.ts'
import { Message } from '../ui/Message.tsx'
import { useFocusAfterRefusal, useSaving } from '../ui/modal/useSaving.ts'
import { useUndo } from '../ui/undo/useUndo.tsx'
import classes from './Calendar.module.css'
import { saveCalendar } from './calendarApi.ts'
import type { ShownTerm } from './calendarWords.ts'
import { Due, TermRow, TermRows } from './TermRows.tsx'

type Answer = Awaited<ReturnType<typeof saveCalendar>>
type CalendarFormProps = {
  year: string
  calendar: Calendar
  terms: readonly ShownTerm[]
  today: string
  /** Whether it was opened by a button, and the focus moves to its first field. */
  isOpened: boolean
  /** Who changed it last. */
  hint: ReactNode
  onSaved: (answer: Answer) => void
  /** Loads it again, because others may have saved first. */
  onFailed: () => void
}

/** The dates of a year to change. Save is outlined until something has changed. */
export function CalendarForm({ year, calendar, terms, today, ...props }: CalendarFormProps) {
  const { isOpened, hint, onSaved, onFailed } = props
  /** The dates that the form was opened with. */
  const [seen, setSeen] = useState(calendar)
  const form = useForm({ initialValues: valuesOf(calendar), validate: (values) => wrongIn(values, terms) })
  const { form: element, primary, focusAfterRefusal } = useFocusAfterRefusal()
  const { phase, notice, save, clear } = useSaving<Answer>({
    onSaved,
    onFailed(errors) {
      form.setErrors(errors)
      onFailed()
      focusAfterRefusal()
    },
    // A page stays open.
    close: () => undefined,
  })
  const undo = useUndo({ placement: 'page' })
  useEffect(() => {
    if (isOpened) focusField(element.current, false)
  }, [element, isOpened])
  const isBusy = phase !== 'idle'
  const isDirty = !isBusy && form.isDirty()
  useAskBeforeLeaving('The school calendar has dates that are not saved.', isDirty)
  const { leave, stay } = useLeaving(isDirty)
  const reset = () => {
    const { values } = form
    const restoreKey = clear()
    form.setInitialValues(valuesOf(calendar))
    form.setValues(valuesOf(calendar))
    form.clearErrors()
    setSeen(calendar)
    const back = () => {
      form.setValues(values)
      restoreKey()
    }
    undo.offer({ icon: IconEraser, done: 'Form cleared.', undo: back })
  }
  const submit = form.onSubmit((values) => {
    const { due_days, terms: shown } = seen
    void save((transfer) => saveCalendar({ ...values, seen: { due_days, terms: shown } }, transfer))
  }, focusAfterRefusal)

  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) submit(event)
      }}
    >
      {notice?.tone === 'bad' && (
        <div className={classes.notice}>
          <Message tone="bad">{notice.text}</Message>
        </div>
      )}
      <fieldset disabled={isBusy}>
        <TermRows>
          {terms.map(({ term_id, name }, index) => {
            const typed = form.values.terms[index]
            const fieldOf = (field: TermDay, label: string, limits: Limits = {}) => (
              <DateField
                label={`${name}: ${label}`}
                labelProps={{ className: classes.hidden }}
                placeholder={placeholders[field]}
                {...limits}
                {...form.getInputProps(`terms.${index}.${field}`)}
              />
            )
            const { opens = '', closes = '', none_from, none_to, none_where } = typed ?? {}
            const before = form.values.terms[index - 1]?.closes
            const inTerm = { min: opens, max: isDay(closes) ? closes : undefined }
            return (
              <TermRow
                key={term_id}
                name={name}
                opens={fieldOf('opens', 'Opens', { min: before || `${year}-01-01` })}
                closes={fieldOf('closes', 'Closes', { min: opens })}
                half={[
                  fieldOf('half_from', 'Half-term from', inTerm),
                  fieldOf('half_to', 'Half-term to', inTerm),
                ]}
                none={[
                  fieldOf('none_from', 'No visits from', { min: opens }),
                  fieldOf('none_to', 'No visits to', { min: none_from }),
                ]}
                where={
                  (none_from || none_to || none_where) && (
                    <TextInput
                      label={`${name}: Where there are no visits`}
                      labelProps={{ className: classes.hidden }}
                      placeholder="Where, such as boarding schools"
                      autoComplete="off"
                      {...form.getInputProps(`terms.${index}.none_where`)}
                    />
                  )
                }
                due={
                  <Due
                    term={{ term_id, closes, dueDays: form.values.due_days }}
                    year_id={calendar.year_id}
                    today={today}
                  />
                }
              />
            )
          })}
        </TermRows>
        <div className={classes.days}>
          <TextInput
            label="Report cards are due"
            aria-describedby="due-days"
            inputMode="numeric"
            autoComplete="off"
            classNames={{ root: classes.number, label: classes.numberLabel, input: 'el-amount' }}
            {...form.getInputProps('due_days')}
          />
          <Text id="due-days" c="gray" className="el-ui">
            days after a term closes, from 0 to 60
          </Text>
        </div>
        <div className={classes.foot}>
          {hint}
          <Button variant="subtle" onClick={reset}>
            Clear
          </Button>
          <Button ref={primary} type="submit" variant={isDirty ? 'filled' : 'default'}>
            Save Calendar
          </Button>
        </div>
      </fieldset>
      {undo.bar}
      {leave && (
        <LeaveQuestion
          onStay={stay}
          onLeave={() => {
            stay()
            leave()
          }}
        />
      )}
    </form>
  )
}

type Limits = { min?: string | undefined; max?: string | undefined }

const placeholders: Record<TermDay, string> = {
  opens: '',
  closes: '',
  half_from: 'From',
  half_to: 'To',
  none_from: 'From',
  none_to: 'To',
}

const valuesOf = ({ year_id, due_days, terms }: Calendar) => ({
  year_id,
  due_days: String(due_days),
  terms: terms.map(({ term_id, ...days }) => ({
    term_id,
    opens: days.opens ?? '',
    closes: days.closes ?? '',
    half_from: days.half_from ?? '',
    half_to: days.half_to ?? '',
    none_from: days.none_from ?? '',
    none_to: days.none_to ?? '',
    none_where: days.none_where ?? '',
  })),
})

/** The server's rules; only it knows the terms of other years. */
function wrongIn(values: ReturnType<typeof valuesOf>, terms: readonly ShownTerm[]) {
  const wrong = zodResolver(calendarForm)(values)
  const placed = values.terms.map(({ opens, closes }, place) => ({
    opens: isDay(opens) ? opens : null,
    closes: isDay(closes) ? closes : null,
    name: terms[place]?.name ?? '',
    place,
  }))
  const overlaps = findOverlaps(placed.filter(({ closes }) => closes !== null))
  return {
    ...Object.fromEntries(Object.entries(overlaps).map(([path, [message]]) => [path, message])),
    ...wrong,
  }
}
