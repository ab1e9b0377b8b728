import { Textarea } from '@mantine/core'
import { z } from 'zod'
import { cannotBeEmpty } from '#contract/base/call.ts'
import { id, textSchema } from '#contract/base/fields.ts'
import { recordMessages } from '#contract/records/records.ts'
import type { FormInputs } from '../ui/form/FormFields.tsx'
import type { Period } from '../students/promises/periods.ts'
import { PeriodSelect } from './PeriodSelect.tsx'

/** After which term a promise ends, and why. */
export const endingSchema = z.object({
  until_year_id: id(recordMessages.yearRequired),
  until_term_id: id(recordMessages.termRequired),
  end_reason: textSchema('Reason', cannotBeEmpty('Reason'), 500),
})

type EndFieldsProps = {
  form: FormInputs
  /** The terms that can be the last one. */
  periods: readonly Period[]
}

export const EndFields = ({ form, periods }: EndFieldsProps) => (
  <>
    <PeriodSelect form={form} label="Last term" name="until_" periods={periods} />
    <Textarea
      label="Reason"
      description="It stays beside the promise."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rows={2}
      data-autofocus
      {...form.getInputProps('end_reason')}
    />
  </>
)
