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
export function OthersField({ student, isForAll = false, known = NOBODY, ...input }: OthersFieldProps) {
  // The list of all students is loaded only for those who name somebody.
  const [isWanted, setIsWanted] = useState(false)
  const { data } = useQuery({ ...namesQuery, enabled: isWanted })
  const choices =
    data?.filter(({ value }) => value !== String(student)) ??
    known.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <MultiSelect
      label={<OptionalLabel>Others in the picture</OptionalLabel>}
      description={`Other students${isForAll ? ' in these files' : ''}. Hidden from supporters if the family of any of them says No.`}
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
