import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { WHOLE_LIST_LIMIT } from '#contract/base/lists.ts'
import { OptionalLabel } from '../../ui/form/OptionalLabel.tsx'
import { call } from '../../ui/call.ts'

type OthersFieldProps = {
  /** The student of the gallery, who is not offered. */
  student: number
  /** Whether several files have the same others. */
  isForAll?: boolean
  value?: string[]
  onChange: (ids: string[]) => void
  error?: ReactNode
  /** Those who are chosen already, by name, before the list is loaded. */
  known?: { id: number; name: string }[]
}

/** The choices shown at a time; typing finds the others. */
const MOST_SHOWN = 100

const NOBODY: NonNullable<OthersFieldProps['known']> = []

/** The other students in a picture: it is hidden from supporters if the family of any of them says No. */
export const OthersField = ({ student, isForAll = false, ...input }: OthersFieldProps) => (
  <StudentsSelect
    label="Others in the picture"
    description={`Other students${isForAll ? ' in these files' : ''}. Hidden from supporters if the family of any of them says No.`}
    without={student}
    {...input}
  />
)

type StudentsSelectProps = Omit<OthersFieldProps, 'student' | 'isForAll'> & {
  label: string
  description: string
  /** A student who is not offered. */
  without?: number
}

/** Selects any number of students. */
export function StudentsSelect({
  label,
  description,
  without,
  known = NOBODY,
  ...input
}: StudentsSelectProps) {
  // The list of all students is loaded once the field gets the focus.
  const [isWanted, setIsWanted] = useState(false)
  const { data } = useQuery({ ...namesQuery, enabled: isWanted })
  const listed = data?.filter(({ value }) => value !== String(without)) ?? []
  // A very large charity lists only a part of its students.
  const others = known.filter(({ id }) => listed.every(({ value }) => value !== String(id)))
  const choices = [...listed, ...others.map(({ id, name }) => ({ value: String(id), label: name }))]
  return (
    <MultiSelect
      label={<OptionalLabel>{label}</OptionalLabel>}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={input.value?.length ? '' : 'Search by name or ref'}
      data={choices}
      searchable
      hidePickedOptions
      limit={MOST_SHOWN}
      withScrollArea={false}
      maxDropdownHeight={240}
      nothingFoundMessage={data ? 'Nothing found' : 'Loading …'}
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed', transitionProps: { duration: 0 } }}
      classNames={{ dropdown: 'el-popup', options: 'el-scroll' }}
      {...input}
      // After the form's own handler, which would replace it.
      onFocus={() => setIsWanted(true)}
    />
  )
}

const namesQuery = {
  queryKey: ['student names'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { data } = await call('GET /api/students?query=list', {
      query: { whole: WHOLE_LIST_LIMIT },
      signal,
    })
    return data.map(({ id, name, ref }) => ({ value: String(id), label: `${name}, ${ref}` }))
  },
}
