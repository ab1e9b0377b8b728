import '@mantine/core/styles/Input.css'
import { TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayOf } from '#contract/day.ts'
import { type LookupKind, lookupName, lookups, offeredYears } from '#contract/lookups.ts'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { lookupsQuery } from './lookupApi.ts'

type LookupFieldProps = { kind: LookupKind; input: GetInputPropsReturnType }

export function LookupField({ kind, input }: LookupFieldProps) {
  if (kind === 'years') return <YearField input={input} />
  return <TextInput label={lookups[kind].label} autoComplete="off" {...input} />
}

/** The last eleven years; those that were added stay in their places, out of reach. */
function YearField({ input }: Pick<LookupFieldProps, 'input'>) {
  const [offered] = useState(() => offeredYears(Number(dayOf(new Date()).slice(0, 4))))
  const { data: years = [], error } = useQuery(lookupsQuery('years'))
  const added = new Set(years.map((year) => lookupName('years', year)))
  const choices = offered.map((year) =>
    added.has(year)
      ? { value: year, label: `${year} (added already)`, disabled: true }
      : { value: year, label: year },
  )
  return (
    <SelectBox
      label="Year"
      placeholder="Please Select Year"
      data={choices}
      {...input}
      {...(error && { error: error.message })}
    />
  )
}
