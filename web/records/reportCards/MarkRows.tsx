import '@mantine/core/styles/Input.css'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { isUnmarked } from '#contract/reportCards.ts'
import { lookupName } from '#contract/lookups.ts'
import { lookupsQuery } from '../../lookups/lookupApi.ts'
import { FormRows, type RowColumn } from '../form/FormRows.tsx'
import { SearchSelect } from '../../ui/form/SearchSelect.tsx'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { AddSubject } from './AddSubject.tsx'
import { GradeSelect } from './GradeSelect.tsx'
import classes from './MarkRows.module.css'
import { emptyMark, type MarkValues, type ReportValues } from './reportValues.ts'

type MarkRowsProps = { form: UseFormReturnType<ReportValues>; onAddSubject: () => void }

/** Every choice of another grade sets or clears the mark, so the grade comes first: no typed mark is lost by it. */
const columns: RowColumn[] = [{ header: 'Subject' }, { header: 'Grade' }, { header: 'Mark', align: 'right' }]
const WIDTHS = 'minmax(0, 1fr) 92px 84px'

/** The marks of a report, subject by subject. */
export function MarkRows({ form, onAddSubject }: MarkRowsProps) {
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
  /** Where no heading stands over the field. */
  const phoneLabel = (label: string) =>
    isPhone && {
      leftSection: <span className={classes.label}>{label}</span>,
      leftSectionWidth: 62,
      leftSectionPointerEvents: 'none' as const,
    }
  const fieldsOf = (index: number) => {
    const { subject_id = '', grade = '', mark = '' } = marks[index] ?? {}
    const errorOf = (field: keyof MarkValues) => form.errors[`marks.${index}.${field}`]
    // That there is none at all stands where the first would begin.
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
        <span>{chosen.length === 1 ? '1 subject' : `${chosen.length} subjects`}</span>
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
