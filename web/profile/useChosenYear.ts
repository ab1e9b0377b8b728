import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Student } from '#contract/students.ts'

export type Year = Student['annual_rep'][number]

/**
 * The year that the address names for a part of the profile, or the newest; and the way to another. In the address,
 * so that a reload and a shared link lead to it again; in the same step of the history, so that Back leads to the list.
 */
export function useChosenYear(key: 'academic_year' | 'finance_year', years: Year[]) {
  const navigate = useNavigate()
  const { [key]: named } = useSearch({ strict: false })
  const chosen = years.find(({ year_name }) => year_name === named) ?? years[0]
  const choose = (id: number) =>
    void navigate({
      to: '.',
      replace: true,
      state: true,
      resetScroll: false,
      search: (address: Record<string, unknown>) => ({
        ...address,
        [key]: years.find((year) => year.id === id)?.year_name,
      }),
    })
  return { chosen, choose }
}
