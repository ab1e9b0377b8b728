import { useQuery } from '@tanstack/react-query'
import { lookupName, lookups } from '#contract/lookups.ts'
import type { NoticeTime } from '#contract/notifications.ts'
import { lookupsQuery } from '../../lookups/lookupApi.ts'
import { SelectBox } from '../../ui/form/SelectBox.tsx'

type GapTimeFieldsProps = { time: NoticeTime; onTime: (time: NoticeTime) => void }

const fields = [
  { kind: 'years', field: 'year_id' },
  { kind: 'terms', field: 'term_id' },
] as const

/** Of which term one wants to know. */
export const GapTimeFields = ({ time, onTime }: GapTimeFieldsProps) =>
  fields.map((each) => <TimeField key={each.field} {...each} time={time} onTime={onTime} />)

function TimeField({ kind, field, time, onTime }: GapTimeFieldsProps & (typeof fields)[number]) {
  const { data = [], error } = useQuery(lookupsQuery(kind))
  return (
    <SelectBox
      aria-label={lookups[kind].label}
      data={data.map((lookup) => ({ value: String(lookup.id), label: lookupName(kind, lookup) }))}
      value={String(time[field])}
      onChange={(event) => onTime({ ...time, [field]: Number(event.currentTarget.value) })}
      {...(error && { error: error.message })}
    />
  )
}
