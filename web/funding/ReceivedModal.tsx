import { SimpleGrid } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Fragment, useState } from 'react'
import { z } from 'zod'
import { commitmentMessages, receivedForm } from '#contract/money/commitments.ts'
import type { Renewal } from '#contract/money/funding.ts'
import { amountSchema, toCents, toShillings } from '#contract/records/receipts.ts'
import { AmountField } from '../records/AmountField.tsx'
import { centsOf, money, sumOf } from '../ui/amounts.ts'
import { call } from '../ui/call.ts'
import { ContinueNote } from '../ui/form/ContinueNote.tsx'
import { DateField } from '../ui/form/date/DateField.tsx'
import { useToday } from '../ui/form/FormFields.tsx'
import { FormModal } from '../ui/form/FormModal.tsx'
import classes from './Funding.module.css'
import { useFundingChanged } from './fundingApi.ts'
import { fetchPromises } from '../students/promises/promiseApi.ts'
import { divide, missingOf, type Promised, receivedWords } from './renewalWords.ts'

type ReceivedModalProps = {
  renewal: Renewal
  /** The year of the late terms. */
  year_id: number
  /** The name of a term, if the promises are of several. */
  termOf: (promise: Promised) => string | undefined
  onClose: () => void
}

type Values = { on: string; amount: string; parts: { amount: string }[] }

const amount = amountSchema('Amount')
const schema = z.object({
  on: receivedForm.shape.on,
  amount: amount.refine((shillings) => shillings > 0, commitmentMessages.amountNeeded),
  parts: z.array(z.object({ amount })),
})

/** Notes what came in from a supporter or source, divided over the late promises. */
export function ReceivedModal({ renewal, year_id, termOf, onClose }: ReceivedModalProps) {
  const today = useToday()
  const changed = useFundingChanged()
  // Another user may note the same gift while the form is open: what they noted is shown before more is noted.
  const [promises, setPromises] = useState(renewal.promises)
  const [newer, setNewer] = useState<Promised[]>()
  const meanwhile = newer && receivedWords(promises, newer)
  return (
    <FormModal<Values, z.output<typeof schema>, { message: string }>
      title="Mark as received"
      subtitle={renewal.name}
      initialValues={{
        on: today,
        amount: money(renewal.missing),
        parts: promises.map((promise) => ({ amount: money(missingOf(promise)) })),
      }}
      schema={schema}
      verb="Mark as received"
      save={({ on, parts }, transfer) => {
        const body = {
          on,
          parts: promises.map(({ commitment_id, term_id, received }, index) => ({
            commitment_id,
            year_id,
            term_id: term_id ?? '',
            amount: parts[index]?.amount ?? 0,
            seen: received,
          })),
        }
        return call('POST /api/funding/received', { body, ...transfer })
      }}
      onSaved={changed}
      onFailed={() => {
        changed()
        void receivedNow(promises, year_id).then(setNewer, () => setNewer(undefined))
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          {newer && meanwhile && (
            <ContinueNote
              onContinue={() => {
                setPromises(newer)
                setNewer(undefined)
              }}
            >
              {meanwhile}
            </ContinueNote>
          )}
          <Fields form={form} promises={promises} today={today} termOf={termOf} />
        </>
      )}
    </FormModal>
  )
}

type FieldsProps = { form: UseFormReturnType<Values>; promises: Promised[]; today: string } & Pick<
  ReceivedModalProps,
  'termOf'
>

function Fields({ form, promises, today, termOf }: FieldsProps) {
  const whole = form.getInputProps('amount')
  const typeWhole = (typed: unknown) => {
    whole.onChange(typed)
    const cents = centsOf(form.getValues().amount)
    if (cents === undefined) return
    const parts = divide(
      cents,
      promises.map((promise) => toCents(missingOf(promise))),
    )
    form.setFieldValue(
      'parts',
      parts.map((part) => ({ amount: money(toShillings(part)) })),
    )
  }
  const partInput = (index: number) => {
    const input = form.getInputProps(`parts.${index}.amount`)
    return {
      ...input,
      onChange: (typed: unknown) => {
        input.onChange(typed)
        const cents = form.getValues().parts.map((part) => centsOf(part.amount) ?? 0)
        form.setFieldValue('amount', money(toShillings(cents.reduce((sum, part) => sum + part, 0))))
      },
    }
  }
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} verticalSpacing={14}>
        <DateField label="Received on" max={today} {...form.getInputProps('on')} />
        <AmountField label="Amount, KES" input={{ ...whole, onChange: typeWhole }} />
      </SimpleGrid>
      <div className={`el-box el-ui ${classes.parts}`}>
        <b>For</b>
        <b className="el-amount">Missing</b>
        <b className="el-amount">Of this gift</b>
        {promises.map((promise, index) => {
          const term = termOf(promise)
          return (
            <Fragment key={`${promise.commitment_id} ${promise.term_id}`}>
              <span>
                {promise.student}
                {term && <span className={classes.below}>{term}</span>}
              </span>
              <span className="el-amount">{money(missingOf(promise))}</span>
              <div>
                <AmountField
                  aria-label={['Of this gift for', promise.student, term].filter(Boolean).join(' ')}
                  input={partInput(index)}
                />
                <PartNote promise={promise} typed={form.values.parts[index]?.amount ?? ''} />
              </div>
            </Fragment>
          )
        })}
      </div>
    </>
  )
}

/** What is still missing, or more than promised. */
function PartNote({ promise, typed }: { promise: Promised; typed: string }) {
  const cents = centsOf(typed)
  if (cents === undefined) return null
  const left = toCents(missingOf(promise)) - cents
  if (left === 0) return null
  return (
    <span className={`el-amount ${classes.below}`} data-tone={left > 0 ? 'amber' : 'blue'}>
      {money(toShillings(Math.abs(left)))} {left > 0 ? 'still missing' : 'more than promised'}
    </span>
  )
}

/** These promises with what is received by now, also of those that are no longer late. */
async function receivedNow(promises: Promised[], year_id: number): Promise<Promised[]> {
  const students = [...new Set(promises.map(({ student_id }) => student_id))]
  const answers = await Promise.all(students.map((student) => fetchPromises(student)))
  const stored = new Map(answers.flatMap(({ data }) => data.map((promise) => [promise.id, promise])))
  return promises.map((promise) => {
    const received = stored.get(promise.commitment_id)?.received ?? []
    const ofTerm = received.filter((each) => each.year_id === year_id && each.term_id === promise.term_id)
    return { ...promise, received: sumOf(ofTerm.map((each) => each.amount)) }
  })
}
