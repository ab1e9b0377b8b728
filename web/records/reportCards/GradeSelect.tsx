import { type ComponentProps, type KeyboardEvent, useRef } from 'react'
import {
  countsPoints,
  type CurriculumName,
  gradesOf,
  isUnmarked,
  meaningOf,
  pointsOf,
} from '#contract/curricula.ts'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { plural } from '../../ui/plural.ts'
import { gradeByKey } from './reportCardEditor.ts'

type GradeSelectProps = Omit<ComponentProps<typeof SelectBox>, 'data' | 'value' | 'onChange' | 'note'> & {
  curriculum: CurriculumName
  value: string
  onChange: (grade: string) => void
  /** Whether X and Y are no choice. */
  isCounted?: boolean
}

/** A grade of the curriculum. Its letters choose it too. */
export function GradeSelect({ curriculum, value, onChange, isCounted, ...others }: GradeSelectProps) {
  /** Typed one after the other in this field. */
  const keys = useRef('')
  const grades = gradesOf(curriculum).filter((grade) => !isCounted || !isUnmarked(grade))
  const points = countsPoints(curriculum) ? pointsOf(curriculum, value) : null
  const choose = (event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey } = event
    if (key === 'Shift') return
    const grade = ctrlKey || altKey || metaKey ? undefined : gradeByKey(value, key, curriculum, keys.current)
    keys.current = grade ? keys.current + key : ''
    if (!grade) return
    event.preventDefault()
    if (grade !== value && grades.includes(grade)) onChange(grade)
  }
  return (
    <SelectBox
      data={choicesOf(curriculum, grades, value)}
      note={points === null ? undefined : plural(points, 'point')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={choose}
      onBlur={() => {
        keys.current = ''
      }}
      {...others}
    />
  )
}

/** The grades, under what they mean where they need it. One of another curriculum stays in sight, but is no choice. */
function choicesOf(curriculum: CurriculumName, grades: string[], present: string) {
  const choices = grades.map((grade) => ({ value: grade, label: grade }))
  const stray = { value: present, label: present, disabled: true }
  const strays = present === '' || grades.includes(present) ? [] : [stray]
  if (!countsPoints(curriculum)) return [...strays, ...choices]
  const groups = Map.groupBy(choices, ({ value }) => meaningOf(curriculum, value))
  return [...strays, ...[...groups].map(([group, items]) => ({ group, items }))]
}
