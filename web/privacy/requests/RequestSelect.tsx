import { useQuery } from '@tanstack/react-query'
import type { RightsRequest } from '#contract/privacy/requests.ts'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { openRequestsQuery } from './requestApi.ts'
import { requestTitle } from './requestBadges.ts'

type RequestSelectProps = {
  label: string
  student: number
  /** Which requests can be chosen. */
  isFor: (request: RightsRequest) => boolean
  value: string
  /** The choice without a request. */
  otherwise: string
  onChange: (value: string) => void
}

/** Selects the open request of a student that an export or anonymising answers. */
export function RequestSelect({ label, student, isFor, value, otherwise, onChange }: RequestSelectProps) {
  const { data = [] } = useQuery(openRequestsQuery(student))
  return (
    <SelectBox
      label={label}
      placeholder={otherwise}
      data={data
        .filter(isFor)
        .map((request) => ({ value: String(request.id), label: requestTitle(request) }))}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
