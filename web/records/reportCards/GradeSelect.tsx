import type { ComponentProps } from 'react'
import { grades } from '#contract/reportCards.ts'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { gradeByKey } from './gradeByKey.ts'

type GradeSelectProps = Omit<ComponentProps<typeof SelectBox>, 'data' | 'value' | 'onChange'> & {
  value: string
  onChange: (grade: string) => void
}

const choices = grades.map((grade) => ({ value: grade, label: grade }))

export const GradeSelect = ({ value, onChange, ...others }: GradeSelectProps) => (
  <SelectBox
    data={choices}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    onKeyDown={(event) => {
      const grade = event.ctrlKey || event.altKey || event.metaKey ? undefined : gradeByKey(value, event.key)
      if (!grade) return
      event.preventDefault()
      if (grade !== value) onChange(grade)
    }}
    {...others}
  />
)
