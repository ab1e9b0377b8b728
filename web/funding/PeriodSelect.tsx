import type { FormInputs } from '../ui/form/FormFields.tsx'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import type { Period } from '../students/promises/periods.ts'

type PeriodSelectProps = {
  form: FormInputs
  label: string
  /** The names of the two fields begin with it: `from_year_id` and `from_term_id`. */
  name: '' | 'from_' | 'until_'
  periods: readonly Period[]
  placeholder?: string
  description?: string | undefined
}

/** Chooses a term of a year, which the form has as two fields. */
export function PeriodSelect({
  form,
  label,
  name,
  periods,
  placeholder = 'Please Select Term',
  description,
}: PeriodSelectProps) {
  const year = form.getInputProps(`${name}year_id`)
  const term = form.getInputProps(`${name}term_id`)
  const change = (chosen: string) => {
    const [year_id = '', term_id = ''] = chosen.split(' ')
    year.onChange(year_id)
    term.onChange(term_id)
  }
  return (
    <SelectBox
      label={label}
      placeholder={placeholder}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={periods.map((period) => ({
        value: `${period.year_id} ${period.term_id}`,
        label: period.name,
      }))}
      {...term}
      value={term.value === '' ? '' : `${year.value} ${term.value}`}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      error={term.error ?? year.error}
    />
  )
}
