import { Input, SimpleGrid, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useId } from 'react'
import { z } from 'zod'
import { commitmentForm } from '#contract/money/commitments.ts'
import type { Renewal } from '#contract/money/funding.ts'
import { AmountField } from '../records/AmountField.tsx'
import { money } from '../ui/amounts.ts'
import type { CallOptions } from '../ui/call.ts'
import { ChoiceCards } from '../ui/form/ChoiceCards.tsx'
import { FormModal } from '../ui/form/FormModal.tsx'
import { OptionalLabel } from '../ui/form/OptionalLabel.tsx'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { answerDefaults, type Answer } from './answerDefaults.ts'
import { EndFields, endingSchema } from './EndFields.tsx'
import classes from './Funding.module.css'
import { useFundingChanged } from './fundingApi.ts'
import { covers, type Period } from '../students/promises/periods.ts'
import { PeriodSelect } from './PeriodSelect.tsx'
import { addPromise, endPromise, fetchPromises } from '../students/promises/promiseApi.ts'
import type { Promised } from './renewalWords.ts'

type AnswerModalProps = {
  renewal: Renewal
  periods: Period[]
  /** The year of late promises, which can only end here; undefined for those that end soon. */
  lateYear: number | undefined
  onClose: () => void
}

type Values = {
  promise: string
  answer: Answer
  from_year_id: string
  from_term_id: string
  until_year_id: string
  until_term_id: string
  amount: string
  note: string
  end_reason: string
}

const schema = z.discriminatedUnion('answer', [
  z
    .object(commitmentForm.shape)
    .omit({ supporter_id: true, source: true, pays_school: true })
    .extend({ answer: z.literal('renew'), promise: z.string() }),
  endingSchema.extend({ answer: z.literal('end'), promise: z.string() }),
])

/** Enters what a supporter or source answered: a promise goes on, or it ends. */
export function AnswerModal({ renewal, periods, lateYear, onClose }: AnswerModalProps) {
  const changed = useFundingChanged()
  const mayRenew = lateYear === undefined
  const [first] = renewal.promises
  const defaults = (answer: Answer, promise: Promised | undefined) => ({
    answer,
    promise: String(promise?.commitment_id ?? ''),
    amount: money(promise?.amount ?? 0),
    ...answerDefaults(answer, promise, periods, lateYear),
  })
  return (
    <FormModal<Values, z.output<typeof schema>, { message: string }>
      title={mayRenew ? 'Enter the answer' : 'End promise'}
      subtitle={renewal.name}
      initialValues={{ ...defaults(mayRenew ? 'renew' : 'end', first), note: '', end_reason: '' }}
      schema={schema}
      verb={mayRenew ? 'Save' : 'End promise'}
      save={(answer, transfer) => saveAnswer(answer, renewal, transfer)}
      onSaved={changed}
      onFailed={changed}
      onClose={onClose}
    >
      {(form) => (
        <>
          <PromiseField
            form={form}
            renewal={renewal}
            onChoose={(promise) => form.setValues(defaults(form.values.answer, promise))}
          />
          {mayRenew && (
            <AnswerField
              answer={form.values.answer}
              onChoose={(answer) => form.setValues(defaults(answer, chosenIn(renewal, form.values.promise)))}
            />
          )}
          {form.values.answer === 'renew' ? (
            <RenewFields form={form} renewal={renewal} periods={periods} />
          ) : (
            <EndFields form={form} periods={coveredBy(chosenIn(renewal, form.values.promise), periods)} />
          )}
        </>
      )}
    </FormModal>
  )
}

const coveredBy = (promise: Promised | undefined, periods: Period[]) =>
  periods.filter((period) => promise && covers(promise, periods, period))

const chosenIn = ({ promises }: Renewal, id: string) =>
  promises.find(({ commitment_id }) => String(commitment_id) === id)

/** Renews a promise, or ends it, with its other facts as they are stored now. */
async function saveAnswer(
  form: z.output<typeof schema>,
  renewal: Renewal,
  transfer: CallOptions,
): Promise<{ message: string }> {
  const student = chosenIn(renewal, form.promise)?.student_id ?? 0
  const stored = (await fetchPromises(student)).data.find(({ id }) => String(id) === form.promise)
  if (!stored) throw new Error('This promise was deleted meanwhile.')
  if (form.answer === 'end') return endPromise(stored, form, transfer)
  const { supporter_id, source, pays_school } = stored
  return addPromise(student, { supporter_id, source, pays_school, ...form }, transfer)
}

type FieldsProps = { form: UseFormReturnType<Values>; periods: Period[] }

function PromiseField({
  form,
  renewal,
  onChoose,
}: Pick<FieldsProps, 'form'> & { renewal: Renewal; onChoose: (promise: Promised | undefined) => void }) {
  const promises = [...new Map(renewal.promises.map((each) => [each.commitment_id, each])).values()]
  return (
    <SelectBox
      label="Promise for"
      data={promises.map(({ commitment_id, student, amount }) => ({
        value: String(commitment_id),
        label: `${student}, ${money(amount)} a term`,
      }))}
      value={form.values.promise}
      onChange={({ currentTarget }) => onChoose(chosenIn(renewal, currentTarget.value))}
    />
  )
}

function AnswerField({ answer, onChoose }: { answer: Answer; onChoose: (answer: Answer) => void }) {
  const id = useId()
  const choice = (value: Answer, title: string, about: string) => ({
    value,
    content: (
      <span>
        <b className="el-strong">{title}</b> <span className="el-ink-2">{about}</span>
      </span>
    ),
  })
  return (
    <div>
      <Input.Label id={id} labelElement="div" mb={6}>
        Answer
      </Input.Label>
      <ChoiceCards<Answer>
        labelledBy={id}
        className={classes.answers}
        choices={[
          choice('renew', 'Yes, goes on.', 'A new promise follows the old one.'),
          choice('end', 'No, ends.', 'The promise stays, with the reason.'),
        ]}
        value={answer}
        onChange={onChoose}
      />
    </div>
  )
}

function RenewFields({ form, renewal, periods }: FieldsProps & { renewal: Renewal }) {
  const before = chosenIn(renewal, form.values.promise)
  const hasNext = answerDefaults('renew', before, periods, undefined).from_term_id !== ''
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} verticalSpacing={14}>
        <PeriodSelect
          form={form}
          label="From"
          name="from_"
          periods={periods}
          description={
            hasNext ? undefined : 'The next term is not registered yet. Add its year with Add Year.'
          }
        />
        <PeriodSelect form={form} label="Until" name="until_" periods={periods} placeholder="No end" />
      </SimpleGrid>
      <div>
        <AmountField label="Amount a term, KES" input={form.getInputProps('amount')} />
        {before && <span className={classes.below}>{money(before.amount)} until now</span>}
      </div>
      <Textarea
        label={<OptionalLabel>Note</OptionalLabel>}
        autosize
        minRows={2}
        {...form.getInputProps('note')}
      />
    </>
  )
}
