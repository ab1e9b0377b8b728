import type { Lookup } from '#contract/lookups.ts'
import { useId } from 'react'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import classes from './AnnualYear.module.css'

type AnnualYearProps = { years: Lookup[]; year: string; onChoose: (year: string) => void }

/** The year selector in the list's toolbar. */
export function AnnualYear({ years, year, onChoose }: AnnualYearProps) {
  const id = useId()
  return (
    <div className={classes.year}>
      <label htmlFor={id}>Year</label>
      <SelectBox
        id={id}
        data={years.map(({ year_name = '' }) => ({ value: year_name, label: year_name }))}
        value={year}
        onChange={(event) => onChoose(event.currentTarget.value)}
        className={classes.years}
      />
    </div>
  )
}
