import { useQuery } from '@tanstack/react-query'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { openRequestsQuery } from './requestApi.ts'
import { requestTitle } from './requestLooks.ts'

type RequestSelectProps = {
  label: string
  student: number
  value: string
  /** The choice without a request. */
  otherwise: string
  onChange: (value: string) => void
}

/** The open request of a student that something is done for. */
export function RequestSelect({ label, student, value, otherwise, onChange }: RequestSelectProps) {
  const { data = [] } = useQuery(openRequestsQuery(student))
  return (
    <SelectBox
      label={label}
      placeholder={otherwise}
      data={data.map((request) => ({ value: String(request.id), label: requestTitle(request) }))}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
