import { Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { draftKey } from '#contract/drafts.ts'
import {
  type Commitment,
  commitmentEdit,
  commitmentForm,
  commitmentLabels,
  commitmentMessages,
} from '#contract/money/commitments.ts'
import { toShillings } from '#contract/records/receipts.ts'
import { useFundingChanged } from '../../funding/fundingApi.ts'
import { PeriodSelect } from '../../funding/PeriodSelect.tsx'
import { addPromise, editPromise, promisesQuery } from '../../students/promises/promiseApi.ts'
import { AmountField } from '../../records/AmountField.tsx'
import { centsOf, money } from '../../ui/amounts.ts'
import { effectsOf, type PromisedTime } from '../../students/promises/promiseEffects.ts'
import { StudentLine } from '../../students/StudentLine.tsx'
import { supportersQuery } from '../../students/studentApi.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { OptionalLabel } from '../../ui/form/OptionalLabel.tsx'
import { SavedMeanwhile, useEditConflict } from '../../ui/form/SavedMeanwhile.tsx'
import { SearchSelect } from '../../ui/form/SearchSelect.tsx'
import { SegmentField } from '../../ui/form/SegmentField.tsx'
import { listOf } from '../../ui/plural.ts'
import type { FundingProps } from './FundingProps.ts'
import { promiseTotal } from './fundingWords.ts'
import { PromiseEffects } from './PromiseEffects.tsx'

const SUPPORTER = 'Supporter'
const SOURCE = 'Other source'
const whoChoices = [SUPPORTER, SOURCE] as const

type PromiseValues = {
  who: (typeof whoChoices)[number]
  supporter_id: string
  source: string
  amount: string
  pays_school: boolean
  from_year_id: string
  from_term_id: string
  until_year_id: string
  until_term_id: string
  note: string
  end_reason: string
  version?: number
}

const textOf = (value: number | string | null) => String(value ?? '')

const valuesOf = (promise: Commitment): PromiseValues => ({
  who: promise.supporter_id === null ? SOURCE : SUPPORTER,
  supporter_id: textOf(promise.supporter_id),
  source: textOf(promise.source),
  amount: money(promise.amount),
  pays_school: promise.pays_school,
  from_year_id: textOf(promise.from_year_id),
  from_term_id: textOf(promise.from_term_id),
  until_year_id: textOf(promise.until_year_id),
  until_term_id: textOf(promise.until_term_id),
  note: textOf(promise.note),
  end_reason: textOf(promise.end_reason),
  version: promise.version,
})

/** Both are stored while the form is open; only the chosen one is sent. */
const chosenOnly = (values: unknown) => {
  const { who, ...form } = values as PromiseValues
  return { ...form, [who === SUPPORTER ? 'source' : 'supporter_id']: '' }
}
/** Also checked while other fields are wrong, so that all that is missing is shown at once. */
const someone = z
  .object({ supporter_id: z.string(), source: z.string() })
  .refine(({ supporter_id, source }) => supporter_id !== '' || source.trim() !== '', {
    path: ['supporter_id'],
    error: commitmentMessages.whoRequired,
  })
  .transform(() => ({}))
const addSchema = z.preprocess(chosenOnly, commitmentForm.and(someone))
const editSchema = z.preprocess(chosenOnly, commitmentEdit.and(someone))

type ShownFunding = Pick<FundingProps, 'funding' | 'periods'> & { before?: Commitment | undefined }

const effectsIn = ({ funding, periods, before }: ShownFunding, change: PromisedTime) =>
  effectsOf(funding, periods, { added: [change], removed: before ? [before] : [] })

/** The terms of the shown year of which the promise makes the promises more than the plan. */
const termsAbove = ({ terms }: ReturnType<typeof effectsOf>) =>
  terms.filter(({ isCovered, above }) => isCovered && above > 0)

/** Requires the note also here, where the form shows which terms need it. */
const withNote = <Output extends PromisedTime & { note: string | null }>(
  schema: z.ZodType<Output>,
  of: ShownFunding,
) =>
  schema.refine((change) => change.note !== null || termsAbove(effectsIn(of, change)).length === 0, {
    path: ['note'],
    error: commitmentMessages.noteNeeded,
  })

/** The fields of a form that belong to the names of a promise's history. */
const fieldsOfChange: Record<string, (keyof PromiseValues)[]> = {
  promised_by: ['who', 'supporter_id', 'source'],
  amount: ['amount'],
  pays_school: ['pays_school'],
  from: ['from_year_id', 'from_term_id'],
  until: ['until_year_id', 'until_term_id'],
  note: ['note'],
  end_reason: ['end_reason'],
}

type PromiseModalProps = FundingProps & {
  /** Undefined to add one. */
  promise?: Commitment
  onClose: () => void
}

/** Adds or changes a promise, and shows what it does to what is to find. */
export function PromiseModal({ promise, ...props }: PromiseModalProps) {
  return promise ? <ChangePromise {...props} promise={promise} /> : <AddPromise {...props} />
}

function AddPromise(props: Omit<PromiseModalProps, 'promise'>) {
  const { student, funding, periods, onClose } = props
  const changed = useFundingChanged()
  const [initialValues] = useState((): PromiseValues => {
    const short = funding.term_figures.find(({ to_find }) => (to_find ?? 0) > 0)
    const first = short ?? funding.term_figures[0]
    return {
      who: SUPPORTER,
      supporter_id: '',
      source: '',
      amount: '',
      pays_school: false,
      from_year_id: String(funding.year_id),
      from_term_id: textOf(first?.term_id ?? null),
      until_year_id: '',
      until_term_id: '',
      note: '',
      end_reason: '',
    }
  })
  return (
    <FormModal
      title="Add promise"
      subtitle={<StudentLine student={student} />}
      shape="wide"
      draft={draftKey('promise', 'add', student.id)}
      initialValues={initialValues}
      schema={withNote(addSchema, props)}
      verb="Save Promise"
      save={(form, transfer) => addPromise(student.id, form, transfer)}
      onSaved={changed}
      onClose={onClose}
    >
      {(form) => <PromiseFields {...props} form={form} periods={periods} />}
    </FormModal>
  )
}

function ChangePromise({ promise, ...props }: PromiseModalProps & { promise: Commitment }) {
  const { student, onClose } = props
  const client = useQueryClient()
  const changed = useFundingChanged()
  const watch = useEditConflict()
  const [initialValues] = useState(() => valuesOf(promise))
  return (
    <FormModal
      title="Change promise"
      subtitle={<StudentLine student={student} />}
      shape="wide"
      initialValues={initialValues}
      schema={withNote(editSchema, { ...props, before: promise })}
      verb="Save Promise"
      save={(form, transfer) => watch.watched(editPromise(promise.id, form, transfer))}
      onSaved={changed}
      onClose={onClose}
    >
      {(form) => (
        <>
          <SavedMeanwhile
            form={form}
            labels={commitmentLabels}
            watch={watch}
            load={async () => {
              const { data: now } = await client.fetchQuery(promisesQuery(student.id))
              return now.find(({ id }) => id === promise.id) ?? promise
            }}
            valuesOf={valuesOf}
            take={(theirs, names) => {
              const found = valuesOf(theirs)
              const fields = names.flatMap((name) => fieldsOfChange[name] ?? [])
              return Object.fromEntries(fields.map((field) => [field, found[field]]))
            }}
          />
          <PromiseFields {...props} form={form} before={promise} />
        </>
      )}
    </FormModal>
  )
}

type PromiseFieldsProps = FundingProps & { form: UseFormReturnType<PromiseValues>; before?: Commitment }

function PromiseFields({ form, funding, periods, before }: PromiseFieldsProps) {
  const { who, end_reason } = form.values
  const { data: supporters, error } = useQuery(supportersQuery)
  const change = typedChange(form.values)
  const effects = effectsIn({ funding, periods, before }, change)
  const nameOf = (id: number) => funding.terms.find((term) => term.id === id)?.term_name ?? ''
  const above = termsAbove(effects)
  // A supporter whose account was disabled is no longer offered, but keeps an existing promise.
  const choices =
    before?.supporter_id &&
    supporters &&
    !supporters.some(({ value }) => value === String(before.supporter_id))
      ? [...supporters, { value: String(before.supporter_id), label: before.supporter ?? '' }]
      : supporters
  return (
    <div className="el-beside">
      <Stack gap={14}>
        <SegmentField
          label="Who promises"
          choices={whoChoices}
          value={who}
          onChange={(chosen) => {
            form.setFieldValue('who', chosen)
            form.clearFieldError('supporter_id')
            form.clearFieldError('source')
          }}
        />
        {who === SUPPORTER ? (
          <SearchSelect
            label="Supporter"
            placeholder="Please Select Supporter"
            data={choices}
            {...form.getInputProps('supporter_id')}
            {...(error && { error: error.message })}
          />
        ) : (
          <TextInput
            label="Name of the source"
            description="Such as a bursary. Write each source in the same way."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            {...form.getInputProps('source')}
            error={form.errors['source'] ?? form.errors['supporter_id']}
          />
        )}
        <AmountField label="Amount a term, KES" input={form.getInputProps('amount')} />
        <Group component="label" gap={10} wrap="nowrap" mih="var(--el-touch)" w="fit-content">
          <input type="checkbox" {...form.getInputProps('pays_school', { type: 'checkbox' })} />
          Pays the school directly
        </Group>
        <SimpleGrid cols={2} spacing="s3">
          <PeriodSelect form={form} label="From" name="from_" periods={periods} />
          <PeriodSelect form={form} label="Until" name="until_" periods={periods} placeholder="No end" />
        </SimpleGrid>
        <Textarea
          label={above.length > 0 ? 'Note' : <OptionalLabel>Note</OptionalLabel>}
          {...(above.length > 0 &&
            !form.errors['note'] && {
              description: `Needed, because more is promised than planned in ${listOf(above.map(({ term_id }) => nameOf(term_id)))}.`,
            })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={1}
          {...form.getInputProps('note')}
        />
        {before?.end_reason && (
          <Textarea
            label={<OptionalLabel>Why it ended</OptionalLabel>}
            autosize
            minRows={1}
            value={end_reason}
            {...form.getInputProps('end_reason')}
          />
        )}
      </Stack>
      <PromiseEffects
        year={funding.year}
        effects={effects}
        nameOf={nameOf}
        total={promiseTotal(change, periods)}
        isEmpty={change.amount === 0 && !before}
      />
    </div>
  )
}

/** What is typed so far; an amount that cannot be read counts nothing. */
const typedChange = (values: PromiseValues): PromisedTime => ({
  amount: toShillings(centsOf(values.amount) ?? 0),
  from_year_id: Number(values.from_year_id),
  from_term_id: Number(values.from_term_id),
  until_year_id: Number(values.until_year_id) || null,
  until_term_id: Number(values.until_term_id) || null,
})
