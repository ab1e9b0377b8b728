import { Box, Button, Group, Text, TextInput } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  countsPoints,
  type CurriculumName,
  curriculumOf,
  gradesOf,
  isUnmarked,
} from '#contract/records/curricula.ts'
import type { GradeScale } from '#contract/records/gradeScales.ts'
import { lookupName } from '#contract/lookups.ts'
import { canAddLookups } from '#contract/permissions.ts'
import type { AnyRecord } from '../recordKinds.ts'
import { lookupsQuery } from '../../lookups/lookupApi.ts'
import { FormRows, passedOver, type RowColumn } from '../form/FormRows.tsx'
import type { RecordFieldsProps } from '../form/RecordFields.tsx'
import { SearchSelect } from '../../ui/form/SearchSelect.tsx'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { GradeSelect } from './GradeSelect.tsx'
import {
  emptyMark,
  isProposed,
  type MarkValues,
  type ReportCardValues,
  withMark,
} from './reportCardEditor.ts'
import { plural } from '../../ui/plural.ts'

type MarkRowsProps = Pick<RecordFieldsProps<'report'>, 'form' | 'last'> & {
  curriculum: CurriculumName
  scale: GradeScale | undefined
  onAddSubject: () => void
}

/** As on paper: a required mark is before its grade, an optional one after its level. */
const inOrder = <Part,>(needsMarks: boolean, subject: Part, mark: Part, grade: Part) =>
  needsMarks ? [subject, mark, grade] : [subject, grade, mark]

const columnsOf = (gradeWord: string, needsMarks: boolean): RowColumn[] =>
  inOrder(
    needsMarks,
    { header: 'Subject' },
    { header: 'Mark', isAmount: true, isOptional: !needsMarks },
    { header: gradeWord },
  )
/** The points are shown beside their level. */
const widthsOf = (curriculum: CurriculumName) =>
  countsPoints(curriculum)
    ? 'minmax(0, 1fr) clamp(128px, 12vw, 150px) clamp(76px, 8vw, 102px)'
    : 'minmax(0, 1fr) 84px 92px'

/** The marks of a report card, subject by subject. */
export function MarkRows({ form, curriculum, scale, last, onAddSubject }: MarkRowsProps) {
  const { gradeWord, needsMarks } = curriculumOf(curriculum)
  const { data = [], error } = useQuery(lookupsQuery('subjects'))
  const isPhone = useIsPhone()
  const { marks } = form.values
  const subjects = data.map((subject) => ({
    value: String(subject.id),
    label: lookupName('subjects', subject),
  }))
  const chosen = marks.flatMap(({ subject_id }) => subject_id || [])
  // The errors of one curriculum's rules are not valid for another curriculum.
  useEffect(() => {
    for (const field of Object.keys(form.errors))
      if (/^marks\.\d+\.(grade|mark)$/.test(field)) form.clearFieldError(field)
    // oxlint-disable-next-line react/exhaustive-deps -- at no other change
  }, [curriculum])

  const change = (index: number, changes: Partial<MarkValues>) => {
    form.setFieldValue(`marks.${index}`, { ...emptyMark, ...marks[index], ...changes })
    for (const field of Object.keys(changes)) form.clearFieldError(`marks.${index}.${field}`)
    form.clearFieldError('marks')
  }
  /** On a phone the columns have no headings, so each field has its own label. */
  const phoneLabel = (label: string) =>
    isPhone && {
      leftSection: (
        <Box component="span" fz="sm" c="dimmed">
          {label}
        </Box>
      ),
      leftSectionWidth: 62,
      leftSectionPointerEvents: 'none' as const,
    }
  const changeMark = (index: number, typed: string) => {
    const row = marks[index] ?? emptyMark
    graded.current = undefined
    const { mark, grade, proposed } = withMark(row, typed, scale)
    change(index, grade === row.grade ? { mark } : { mark, grade, proposed })
  }
  /** The row that is getting its first grade, perhaps key by key: B, then B+. */
  const graded = useRef<number>(undefined)
  /** Changing the grade clears a required mark. The first grade that is typed keeps the mark that was typed before it. */
  const changeGrade = (index: number, next: string) => {
    const row = marks[index] ?? emptyMark
    const { grade, mark } = row
    if (grade === '' || isProposed(row)) graded.current = index
    const isStray = grade !== '' && !gradesOf(curriculum).includes(grade)
    const keepsMark = !isUnmarked(grade) && (graded.current === index || isStray || !needsMarks)
    change(index, { grade: next, proposed: '', mark: isUnmarked(next) ? '0' : keepsMark ? mark : '' })
  }
  const fieldsOf = (index: number) => {
    const row = marks[index] ?? emptyMark
    const { subject_id, grade, mark } = row
    const errorOf = (field: keyof MarkValues) => form.errors[`marks.${index}.${field}`]
    // The message that there are no rows is shown in the first field.
    const none = index === 0 ? form.errors['marks'] : undefined
    return inOrder(
      needsMarks,
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
        {...(subject_id && passedOver)}
      />,
      <TextInput
        key="Mark"
        aria-label="Mark"
        inputMode="decimal"
        autoComplete="off"
        {...phoneLabel('Mark')}
        classNames={{ input: 'el-amount' }}
        disabled={isUnmarked(grade)}
        {...(!needsMarks && { placeholder: '–' })}
        {...(!needsMarks && !scale && passedOver)}
        value={mark}
        onChange={({ currentTarget }) => changeMark(index, currentTarget.value)}
        error={errorOf('mark')}
      />,
      <GradeSelect
        key="Grade"
        curriculum={curriculum}
        aria-label={gradeWord}
        {...(countsPoints(curriculum)
          ? { placeholder: gradeWord }
          : { placeholder: '', ...phoneLabel(gradeWord) })}
        value={grade}
        isProposed={isProposed(row)}
        {...(!needsMarks && scale && passedOver)}
        onChange={(next) => changeGrade(index, next)}
        description={isUnmarked(grade) && `${gradeWord} X or Y sets the mark to 0.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={errorOf('grade')}
      />,
    )
  }
  const remove = (index: number) => {
    graded.current = undefined
    if (marks.length > 1) form.removeListItem('marks', index)
    else form.setFieldValue('marks', [emptyMark])
  }
  return (
    <section aria-labelledby="marks">
      <Group gap="0 10px" align="baseline" mb="s2">
        <h3 id="marks" className="el-h3 el-strong">
          {needsMarks ? 'Marks' : 'Subjects'}
        </h3>
        <Text span inherit fz="sm" c="dimmed">
          {plural(chosen.length, 'subject')}
        </Text>
        {last && (
          <Text span inherit fz="sm" c="dimmed" ml={{ sm: 'auto' }} w={{ base: '100%', sm: 'auto' }}>
            {takenFrom(last, form.values, needsMarks)}
          </Text>
        )}
      </Group>
      {scale && (
        <Text className="el-sm" c="dimmed" mb="s2">
          {gradeWord}s in a dashed box are proposed from the mark. Change those that differ.
        </Text>
      )}
      <FormRows
        noun={needsMarks ? 'Mark' : 'Subject'}
        columns={columnsOf(gradeWord, needsMarks)}
        widths={widthsOf(curriculum)}
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

/** `Class and subjects taken from Term 3, 2025` */
function takenFrom(
  { term, year, year_id }: AnyRecord,
  values: ReportCardValues,
  needsMarks: boolean,
): string {
  if (needsMarks) return `Class and subjects taken from ${term}, ${year}`
  return `Subjects taken from ${String(year_id) === values.year_id ? term : `${term}, ${year}`}`
}

/** Adds a subject that is not in the list yet. */
function AddSubject({ onClick }: { onClick: () => void }) {
  const { role } = useSessionUser()
  if (!canAddLookups(role)) return null
  return (
    <Button variant="subtle" leftSection={<IconBooks size={18} aria-hidden />} onClick={onClick}>
      Add Subject
    </Button>
  )
}
