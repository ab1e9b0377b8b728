import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import type { FoundStudent } from '#contract/search.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { call } from '../ui/call.ts'
import { SearchSelect } from '../ui/form/SearchSelect.tsx'
import { plural } from '../ui/plural.ts'

type StudentSearchProps = Omit<ComponentProps<typeof SearchSelect>, 'data' | 'value' | 'onChange'> & {
  /** Whether `value` contains the student's id or ref. */
  by?: 'id' | 'ref'
  value?: string
  /** The title of the chosen student, if it is known before they are found. */
  title?: string
  isOnlyActive?: boolean
  onChoose: (student: FoundStudent) => void
}

/** Selects one of the registered students, whom the server finds. */
export function StudentSearch({
  by = 'id',
  value = '',
  title = '',
  isOnlyActive = false,
  onChoose,
  error,
  ...others
}: StudentSearchProps) {
  const [search, setSearch] = useState(title)
  const {
    data = { rows: [], total: 0 },
    error: failure,
    isPending,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['students to choose', search],
    queryFn: async ({ signal }) =>
      (await call('GET /api/search', { query: { words: search.replace(',', '') }, signal })).data.students,
    placeholderData: keepPreviousData,
  })
  const isLoading = isPending || isPlaceholderData
  // While the server searches there are no choices: Enter would select one that matches the earlier text.
  const found = data.rows.filter(({ status }) => !isLoading && (!isOnlyActive || status === STUDENT_ACTIVE))
  const valueOf = (student: FoundStudent) => String(student[by])
  const choices = found.map((student) => ({ value: valueOf(student), label: studentTitle(student) }))
  const isFound = choices.some((choice) => choice.value === value)
  const chosen = value && title && !isFound ? [{ value, label: title }] : []
  return (
    <SearchSelect
      {...others}
      placeholder="Search by name, ref or phone"
      description={
        !isOnlyActive &&
        data.total > data.rows.length &&
        `The first ${data.rows.length} of ${plural(data.total, 'student')}. Type more to find another.`
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[...chosen, ...choices]}
      value={value}
      isLoading={isLoading}
      // The server searches more than the titles.
      filter={({ options }) => options.slice(chosen.length)}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(next) => {
        const student = found.find((each) => valueOf(each) === next)
        if (student) onChoose(student)
      }}
      error={error ?? failure?.message}
    />
  )
}

export const studentTitle = ({ name, ref }: Pick<FoundStudent, 'name' | 'ref'>) => `${name}, ${ref}`
