import { useQuery } from '@tanstack/react-query'
import { studentLabels } from './studentLabels.ts'
import { SearchSelect } from '../ui/form/SearchSelect.tsx'
import { liaisonsQuery } from './studentApi.ts'

type LiaisonFieldProps = {
  present: { value: string; label: string } | undefined
  value?: string
  onChange: (value: string) => void
}

export function LiaisonField({ present, ...input }: LiaisonFieldProps) {
  const { data: liaisons = [], error } = useQuery(liaisonsQuery)
  const isMissing = present && !liaisons.some(({ value }) => value === present.value)
  return (
    <SearchSelect
      label={studentLabels.liaison}
      placeholder="Please Select Liaison Officer"
      data={isMissing ? [present, ...liaisons] : liaisons}
      {...input}
      {...(error && { error: error.message })}
    />
  )
}
