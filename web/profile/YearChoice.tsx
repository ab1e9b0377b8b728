import { useSearch } from '@tanstack/react-router'
import type { Student } from '#contract/students/students.ts'
import { Segments } from '../ui/form/Segments.tsx'
import { useAddressChange } from '../ui/useAddressChange.ts'

type YearChoiceProps = {
  /** `Academic year`. */
  label: string
  /** The years as the server returns them, newest first. */
  years: Year[]
  chosen: Year | undefined
  onChoose: (id: number) => void
}

/** The years of a student's records, from the first on the left to the newest on the right. */
export const YearChoice = ({ label, years, chosen, onChoose }: YearChoiceProps) => (
  <Segments
    label={label}
    choices={years.toReversed().map(({ id, year_name }) => ({ id, name: year_name }))}
    chosen={chosen?.id}
    onChoose={onChoose}
  />
)

export type Year = Student['annual_rep'][number]

/** The year of a part of the profile, from the address or else the newest, and a function to choose another. */
export function useChosenYear(key: 'academic_year' | 'finance_year', years: Year[]) {
  const change = useAddressChange()
  const { [key]: named } = useSearch({ strict: false })
  const chosen = years.find(({ year_name }) => year_name === named) ?? years[0]
  const choose = (id: number) => change({ [key]: years.find((year) => year.id === id)?.year_name })
  return { chosen, choose }
}
