import { Segments } from './Segments.tsx'
import type { Year } from './useChosenYear.ts'

type YearChoiceProps = {
  /** `Academic year`. */
  label: string
  /** As they come with the student, the newest first. */
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
