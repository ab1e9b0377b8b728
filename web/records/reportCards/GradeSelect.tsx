import { VisuallyHidden } from '@mantine/core'
import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react'
import {
  countsPoints,
  type CurriculumName,
  gradesOf,
  isUnmarked,
  meaningOf,
  pointsOf,
  unmarkedGrades,
} from '#contract/records/curricula.ts'
import { SearchSelect } from '../../ui/form/SearchSelect.tsx'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { plural } from '../../ui/plural.ts'
import classes from './GradeSelect.module.css'
import { gradeByKey } from './reportCardEditor.ts'

/** The props of both kinds of field. */
type FieldProps = Pick<
  ComponentProps<typeof SearchSelect>,
  | 'aria-label'
  | 'label'
  | 'description'
  | 'inputWrapperOrder'
  | 'error'
  | 'leftSection'
  | 'leftSectionWidth'
  | 'leftSectionPointerEvents'
> & { placeholder: string }

type GradeSelectProps = FieldProps & {
  curriculum: CurriculumName
  value: string
  onChange: (grade: string) => void
  /** Whether X and Y are not offered. */
  isCounted?: boolean
  /** Whether the value was proposed from the mark. */
  isProposed?: boolean
}

/** `aria-description` says in words what the style shows. */
const proposed = { 'data-proposed': true, 'aria-description': 'Proposed from the mark' }

/** A grade of the curriculum, listed with its meaning if it has points. Typing its letters also selects it. */
export function GradeSelect(props: GradeSelectProps) {
  const { curriculum, value, onChange, isCounted, isProposed = false, ...others } = props
  const field = isProposed ? { ...others, ...proposed } : others
  /** The keys typed in a row in this field. */
  const keys = useRef('')
  const grades = gradesOf(curriculum).filter((grade) => !isCounted || !isUnmarked(grade))
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey } = event
    if (key === 'Shift') return
    const grade = ctrlKey || altKey || metaKey ? undefined : gradeByKey(value, key, curriculum, keys.current)
    keys.current = grade ? keys.current + key : ''
    if (!grade) return
    event.preventDefault()
    if (grade !== value && grades.includes(grade)) onChange(grade)
  }
  const onBlur = () => {
    keys.current = ''
  }
  // A grade of another curriculum is shown, but cannot be chosen.
  const isStray = value !== '' && !grades.includes(value)
  const data = [
    ...(isStray ? [{ value, label: value, disabled: true }] : []),
    ...grades.map((grade) => ({ value: grade, label: grade })),
  ]
  if (countsPoints(curriculum))
    return <LevelSelect {...field} {...{ curriculum, data, value, onChange, onKeyDown, onBlur }} />
  return (
    <SelectBox
      data={data}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      {...field}
    />
  )
}

type LevelSelectProps = FieldProps &
  Pick<GradeSelectProps, 'curriculum' | 'value' | 'onChange'> & {
    data: { value: string; label: string; disabled?: boolean }[]
    onKeyDown: (event: KeyboardEvent) => void
    onBlur: () => void
  }

const LIST_WIDTH = 300

/** A field with the points of its level, and a list with the meaning of each level. */
function LevelSelect({ curriculum, value, onKeyDown, ...others }: LevelSelectProps) {
  const [isOpen, setIsOpen] = useState(false)
  const points = pointsOf(curriculum, value)
  const choose = (event: KeyboardEvent) => {
    onKeyDown(event)
    const { key, ctrlKey, altKey, metaKey } = event
    if (event.isDefaultPrevented()) return setIsOpen(false)
    if (ctrlKey || altKey || metaKey) return
    if (key === ' ') setIsOpen(true)
    // No other text can be typed here.
    if (key.length === 1 || key === 'Backspace' || key === 'Delete') event.preventDefault()
  }
  return (
    <SearchSelect
      {...others}
      value={value}
      note={points === null ? undefined : plural(points, 'point')}
      wideList={{ width: LIST_WIDTH, className: classes.list }}
      renderOption={({ option }) => <Level curriculum={curriculum} grade={option.value} />}
      // Phones show no keyboard.
      inputMode="none"
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      onKeyDown={choose}
    />
  )
}

function Level({ curriculum, grade }: { curriculum: CurriculumName; grade: string }) {
  const points = pointsOf(curriculum, grade)
  return (
    <span className={classes.level} data-first-unmarked={grade === unmarkedGrades[0] || undefined}>
      <strong className="el-strong">{grade}</strong>
      <span>{meaningOf(curriculum, grade)}</span>
      {points !== null && (
        <span className="el-numbers el-ink-2">
          {points}
          <VisuallyHidden> points</VisuallyHidden>
        </span>
      )}
    </span>
  )
}
