import { retentionForm, retentionPeriods } from '#contract/privacy/erasure.ts'
import { call } from '../../ui/call.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { plural } from '../../ui/plural.ts'
import { useRightsChanged } from '../requests/requestApi.ts'

type PeriodModalProps = { years: number | null; onClose: () => void }

/** Sets for how many years records are stored. */
export function PeriodModal({ years, onClose }: PeriodModalProps) {
  const changed = useRightsChanged()
  return (
    <FormModal
      title="How Long Records Stay"
      initialValues={{ years: years === null ? '' : String(years) }}
      schema={retentionForm}
      save={(body) => call('PUT /api/retention', { body, action: { verb: 'change how long records stay' } })}
      onSaved={changed}
      onClose={onClose}
    >
      {(form) => (
        <SelectBox
          label="Years after a student has left"
          description="From the day of the last change of status, else from the year of the last report card."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="No period"
          data={retentionPeriods.map((period) => ({ value: String(period), label: plural(period, 'year') }))}
          data-autofocus
          {...form.getInputProps('years')}
        />
      )}
    </FormModal>
  )
}
