import { TextInput, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { NOT_KNOWN } from '#contract/base/unknown.ts'
import { StudentSearch } from '../students/StudentSearch.tsx'
import { DateField } from '../ui/form/date/DateField.tsx'
import { SearchSelect } from '../ui/form/SearchSelect.tsx'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { choicesOf, namesQuery } from './importApi.ts'
import classes from './imports.module.css'
import type { NamedField, Target } from './sheet/targets.ts'

type ValueInputProps = {
  target: Target
  /** The accessible name. It is not shown, because text beside the input says the same. */
  label: string
  placeholder?: string | undefined
  value: string
  onChange: (value: string) => void
}

/** One value of a field, typed or chosen as in the field's own form, or not known. */
export function ValueInput(props: ValueInputProps) {
  const { target, label, value, onChange } = props
  if (!target.mayBeUnknown || target.cellKind === 'words') return <OneValue {...props} />
  const isUnknown = value === NOT_KNOWN
  return (
    <>
      <OneValue {...props} value={isUnknown ? '' : value} isDisabled={isUnknown} />
      <label className={classes.unknown}>
        <input
          type="checkbox"
          aria-label={`Leave as not known: ${label}`}
          checked={isUnknown}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? NOT_KNOWN : '')}
        />
        Leave as not known
      </label>
    </>
  )
}

type OneValueProps = ValueInputProps & { isDisabled?: boolean }

function OneValue({ target, label, placeholder, value, onChange, isDisabled = false }: OneValueProps) {
  const { field, cellKind, words, mayBeUnknown } = target
  const select = {
    'aria-label': label,
    placeholder: placeholder ?? `Please Select ${target.label.replace(' Type', '')}`,
    value,
  }
  if (cellKind === 'names' && field === 'name')
    return <StudentSearch aria-label={label} by="ref" value={value} onChoose={({ ref }) => onChange(ref)} />
  if (cellKind === 'names') return <NameSelect {...select} field={field as NamedField} onChange={onChange} />
  if (cellKind === 'words')
    return (
      <SelectBox
        {...select}
        data={choicesOf([...words, ...(mayBeUnknown ? [NOT_KNOWN] : [])])}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  if (cellKind === 'date')
    return (
      <DateField
        label={label}
        labelProps={{ className: VisuallyHidden.classes.root }}
        disabled={isDisabled}
        value={value}
        onChange={onChange}
      />
    )
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      disabled={isDisabled}
      inputMode={cellKind === 'number' ? 'numeric' : undefined}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

type NameSelectProps = Omit<ComponentProps<typeof SearchSelect>, 'data'> & { field: NamedField }

const NameSelect = ({ field, ...select }: NameSelectProps) => (
  <SearchSelect {...select} data={useNames(field)} />
)

/** The registered names to choose from. */
export const useNames = (field: NamedField) => useQuery(namesQuery(field)).data
