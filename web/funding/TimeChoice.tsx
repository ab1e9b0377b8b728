import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lookupsQuery } from '../lookups/lookupApi.ts'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { useAddressChange } from '../ui/useAddressChange.ts'
import type { FundingSums } from './fundingApi.ts'

/** Chooses the year, and one of its terms or all. */
export function TimeChoice({ sums }: { sums: Pick<FundingSums, 'year' | 'term_id' | 'terms'> }) {
  const change = useAddressChange()
  const { data: years = [] } = useQuery(lookupsQuery('years'))
  const term = sums.terms.find(({ id }) => id === sums.term_id)?.term_name ?? 'all'
  const names = new Set([...years.map(({ year_name = '' }) => year_name), sums.year])
  return (
    <Group gap={8} wrap="nowrap" data-screen-only>
      <SelectBox
        aria-label="Year"
        data={[...names].map((name) => ({ value: name, label: name }))}
        value={sums.year}
        onChange={({ currentTarget }) => change({ year: currentTarget.value })}
        w={104}
        fw={600}
      />
      <SelectBox
        aria-label="Term"
        data={[
          { value: 'all', label: 'Whole year' },
          ...sums.terms.map(({ term_name }) => ({ value: term_name, label: term_name })),
        ]}
        value={term}
        onChange={({ currentTarget: { value } }) => change({ term: value === 'all' ? undefined : value })}
        w={136}
      />
    </Group>
  )
}
