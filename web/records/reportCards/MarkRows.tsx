import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Input.css'
import { Button, TextInput } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { DEFAULT_CURRICULUM, gradesOf, isUnmarked } from '#contract/curricula.ts'
import { lookupName } from '#contract/lookups.ts'
import { canAddLookups } from '#contract/permissions.ts'
import { lookupsQuery } from '../../lookups/lookupApi.ts'
import { FormRows, type RowColumn } from '../form/FormRows.tsx'
import type { RecordFieldsProps } from '../form/RecordFields.tsx'
import { SearchSelect } from '../../ui/form/SearchSelect.tsx'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import classes from './MarkRows.module.css'
import { emptyMark, gradeByKey, type MarkValues } from './reportCardEditor.ts'
import { plural } from '../../ui/plural.ts'

type MarkRowsProps = Pick<RecordFieldsProps<'report'>, 'form' | 'last'> & { onAddSubject: () => void }

/** Every choice of another grade sets or clears the mark, so the grade comes first: no typed mark is lost by it. */
const columns: RowColumn[] = [{ header: 'Subject' }, { header: 'Grade' }, { header: 'Mark', align: 'right' }]
const WIDTHS = 'minmax(0, 1fr) 92px 84px'

/** The marks of a report card, subject by subject. */
export function MarkRows({ form, last, onAddSubject }: MarkRowsProps) {
  const { data = [], error } = useQuery(lookupsQuery('subjects'))
  const isPhone = useIsPhone()
  const { marks } = form.values
  const subjects = data.map((subject) => ({
    value: String(subject.id),
    label: lookupName('subjects', subject),
  }))
  const chosen = marks.flatMap(({ subject_id }) => subject_id || [])

  const change = (index: number, changes: Partial<MarkValues>) => {
    form.setFieldValue(`marks.${index}`, { ...emptyMark, ...marks[index], ...changes })
    for (const field of Object.keys(changes)) form.clearFieldError(`marks.${index}.${field}`)
    form.clearFieldError('marks')
  }
  /** On a phone the columns have no headings, so each field carries its own. */
  const phoneLabel = (label: string) =>
    isPhone && {
      leftSection: <span className={classes.label}>{label}</span>,
      leftSectionWidth: 62,
      leftSectionPointerEvents: 'none' as const,
    }
  const fieldsOf = (index: number) => {
    const { subject_id = '', grade = '', mark = '' } = marks[index] ?? {}
    const errorOf = (field: keyof MarkValues) => form.errors[`marks.${index}.${field}`]
    // The message that there are no rows at all stands in the first field.
    const none = index === 0 ? form.errors['marks'] : undefined
    return [
      <SearchSelect
        key="Subject"
        aria-label="Subject"
        placeholder="Subject"
        data={subjects.map(({ value, label }) =>
          value === subject_id || !chosen.includes(value)
            ? { value, label }
            : { value, label: `${label} (in this report already)`, disabled: true },
        )}
        value={subject_id}
        onChange={(value) => change(index, { subject_id: value })}
        error={errorOf('subject_id') ?? none ?? error?.message}
      />,
      <GradeSelect
        key="Grade"
        aria-label="Grade"
        placeholder=""
        {...phoneLabel('Grade')}
        value={grade}
        onChange={(value) => change(index, { grade: value, mark: isUnmarked(value) ? '0' : '' })}
        description={isUnmarked(grade) && 'Grade X or Y sets the mark to 0.'}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={errorOf('grade')}
      />,
      <TextInput
        key="Mark"
        aria-label="Mark"
        inputMode="decimal"
        autoComplete="off"
        {...phoneLabel('Mark')}
        classNames={{ input: classes.mark ?? '' }}
        disabled={isUnmarked(grade)}
        value={mark}
        onChange={({ currentTarget: { value } }) => change(index, { mark: value })}
        error={errorOf('mark')}
      />,
    ]
  }
  const remove = (index: number) => {
    if (marks.length > 1) form.removeListItem('marks', index)
    else form.setFieldValue('marks', [emptyMark])
  }
  return (
    <section aria-labelledby="marks" className={classes.rows}>
      <div className={classes.head}>
        <h3 id="marks">Marks</h3>
        <span>{plural(chosen.length, 'subject')}</span>
        {last && (
          <span className={classes.from}>
            Class and subjects taken from {last.term}, {last.year}
          </span>
        )}
      </div>
      <FormRows
        noun="Mark"
        columns={columns}
        widths={WIDTHS}
        count={marks.length}
        fieldsOf={fieldsOf}
        nameOf={(index) => subjects.find(({ value }) => value === marks[index]?.subject_id)?.label ?? ''}
        addLabel="Add row"
        onAdd={() => form.insertListItem('marks', emptyMark)}
        onRemove={remove}
        tools={<AddSubject onClick={onAddSubject} />}
      />
    </section>
  )
}

/** For a subject that the list does not have yet. */
function AddSubject({ onClick }: { onClick: () => void }) {
  const { role } = useSessionUser()
  if (!canAddLookups(role)) return null
  return (
    <Button
      variant="subtle"
      leftSection={<IconBooks size={18} stroke={1.75} aria-hidden />}
      onClick={onClick}
    >
      Add Subject
    </Button>
  )
}

type GradeSelectProps = Omit<ComponentProps<typeof SelectBox>, 'data' | 'value' | 'onChange'> & {
  value: string
  onChange: (grade: string) => void
}

const gradeChoices = gradesOf(DEFAULT_CURRICULUM).map((grade) => ({ value: grade, label: grade }))

export const GradeSelect = ({ value, onChange, ...others }: GradeSelectProps) => (
  <SelectBox
    data={gradeChoices}
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
