import { Textarea } from '@mantine/core'
import type { FormInputs } from '../../ui/form/FormFields.tsx'
import { OptionalLabel } from '../../ui/form/OptionalLabel.tsx'
import { SelectBox } from '../../ui/form/SelectBox.tsx'

type StatusFieldsProps = {
  form: FormInputs
  choices: { value: string; label: string }[]
  /** The sentence under the reason, which says where it is recorded. */
  description: string
}

/** The fields of a new status, for one student or several. */
export const StatusFields = ({ form, choices, description }: StatusFieldsProps) => (
  <>
    <SelectBox
      label="Status"
      placeholder="Please Select Status"
      data={choices}
      {...form.getInputProps('status')}
    />
    <Textarea
      label={<OptionalLabel>Reason</OptionalLabel>}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rows={3}
      {...form.getInputProps('reason')}
    />
  </>
)
