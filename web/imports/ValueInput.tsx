import { TextInput, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../ui/call.ts'
import { DateField } from '../ui/form/DateField.tsx'
import { SearchSelect } from '../ui/form/SearchSelect.tsx'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { type NamedField, namesQueries } from './importApi.ts'
import type { Target } from './sheet/targets.ts'

type ValueInputProps = {
  target: Target
  /** The accessible name. It is not shown, because text beside the input says the same. */
  label: string
  placeholder?: string | undefined
  value: string
  onChange: (value: string) => void
}

/** One value of a field, typed or chosen as in the field's own form. */
export function ValueInput({ target, label, placeholder, value, onChange }: ValueInputProps) {
  if (target.holds === 'names' && target.field === 'name')
    return <StudentInput {...{ label, value, onChange }} />
  if (target.holds === 'names') return <NameInput {...{ target, label, placeholder, value, onChange }} />
  if (target.holds === 'words')
    return (
      <SelectBox
        aria-label={label}
        placeholder={placeholder ?? `Please Select ${target.label.replace(' Type', '')}`}
        data={target.words.map((word) => ({ value: word, label: word }))}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  if (target.holds === 'date')
    return (
      <DateField
        label={label}
        labelProps={{ className: VisuallyHidden.classes.root }}
        value={value}
        onChange={onChange}
      />
    )
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      inputMode={target.holds === 'number' ? 'numeric' : undefined}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function NameInput({ target, label, placeholder, value, onChange }: ValueInputProps) {
  const data = useNames(target.field as NamedField)
  return (
    <SearchSelect
      aria-label={label}
      placeholder={placeholder ?? `Please Select ${target.label}`}
      data={data}
      value={value}
      onChange={onChange}
    />
  )
}

/** A registered student by ref. */
function StudentInput({ label, value, onChange }: Pick<ValueInputProps, 'label' | 'value' | 'onChange'>) {
  const [search, setSearch] = useState('')
  const { data: students = [] } = useQuery({
    queryKey: ['students to choose', search],
    queryFn: async ({ signal }) =>
      (await call('GET /api/search', { query: { words: search }, signal })).data.students.rows,
    placeholderData: keepPreviousData,
  })
  return (
    <SearchSelect
      aria-label={label}
      placeholder="Search by name or ref"
      data={students.map(({ name, ref }) => ({ value: ref, label: `${name}, ${ref}` }))}
      value={value}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={onChange}
    />
  )
}

/** The registered names to choose from. */
export const useNames = (field: NamedField) => useNamesQuery(field).data

export const useNamesQuery = (field: NamedField) =>
  useQuery(namesQueries[field] as typeof namesQueries.school)
