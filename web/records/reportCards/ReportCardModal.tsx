import { SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import {
  countsPoints,
  type CurriculumName,
  curriculumOf,
  DEFAULT_CURRICULUM,
  isUnmarked,
} from '#contract/records/curricula.ts'
import type { GradeScale } from '#contract/records/gradeScales.ts'
import type { Lookup } from '#contract/lookups.ts'
import { commentFields } from '#contract/records/reportCards.ts'
import { gradeScalesQuery, lookupsQuery } from '../../lookups/lookupApi.ts'
import { LookupModal } from '../../lookups/LookupModal.tsx'
import { OptionalLabel } from '../../ui/form/OptionalLabel.tsx'
import { Message } from '../../ui/Message.tsx'
import { markText } from '../../ui/amounts.ts'
import { CommentFields, RecordFile, type RecordFieldsProps, RecordTimeFields } from '../form/RecordFields.tsx'
import { RecordModal, type RecordModalProps } from '../form/RecordModal.tsx'
import { recordKinds } from '../recordKinds.ts'
import { GradeSelect } from './GradeSelect.tsx'
import { MarkRows } from './MarkRows.tsx'
import classes from './ReportCardModal.module.css'
import {
  emptyMark,
  isProposed,
  meanOffered,
  reportCardEditorBy,
  type ReportCardValues,
  strayIn,
  withMark,
} from './reportCardEditor.ts'

const { labels } = recordKinds.report

/** Adds a report card, or edits one. */
export function ReportCardModal(props: RecordModalProps) {
  const newSubject = useNewSubject()
  const { data: known } = useQuery(lookupsQuery('classes'))
  const { data: scales } = useQuery(gradeScalesQuery)
  const editor = useMemo(() => reportCardEditorBy((class_id) => curriculumIn(known, class_id)), [known])
  return (
    <>
      <RecordModal {...props} editor={editor}>
        {(fields) => {
          const curriculum = curriculumIn(known, fields.form.values.class_id)
          return (
            <Fields
              {...fields}
              curriculum={curriculum}
              scale={scales?.find((scale) => scale.curriculum === curriculum && scale.lowest.length > 0)}
              onAddSubject={() => newSubject.askFor(fields.form)}
            />
          )
        }}
      </RecordModal>
      {newSubject.modal}
    </>
  )
}

/** The curriculum of a class; the default one while no class is chosen. */
const curriculumIn = (known: Lookup[] = [], class_id: string): CurriculumName =>
  known.find(({ id }) => String(id) === class_id)?.curriculum ?? DEFAULT_CURRICULUM

/** The last two stand side by side. */
const { action_plan, psychosocial, ...comments } = commentFields

type FieldsProps = RecordFieldsProps<'report'> & {
  curriculum: CurriculumName
  /** Undefined if the charity has set none. */
  scale: GradeScale | undefined
  onAddSubject: () => void
}

function Fields(props: FieldsProps) {
  const { form, student, draft, upload, present, last, taken, curriculum, scale, onAddSubject } = props
  return (
    <div className={classes.fields} data-points={countsPoints(curriculum) || undefined}>
      <Stack gap={14}>
        <RecordTimeFields form={form} taken={taken} />
        <OtherCurriculum values={form.values} curriculum={curriculum} />
        <MarkRows form={form} curriculum={curriculum} scale={scale} last={last} onAddSubject={onAddSubject} />
      </Stack>
      <Stack gap={14}>
        {curriculumOf(curriculum).hasMean ? (
          <MeanFields form={form} curriculum={curriculum} scale={scale} />
        ) : (
          <OverallLevel form={form} curriculum={curriculum} />
        )}
        <CommentFields form={form} fields={comments} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="s3" verticalSpacing={14}>
          <CommentFields form={form} fields={{ action_plan, psychosocial }} />
        </SimpleGrid>
        <RecordFile
          kind="report"
          student={student}
          draft={draft}
          time={form.values}
          input={form.getInputProps('report')}
          onProblem={(problem) => form.setFieldError('report', problem)}
          upload={upload}
          present={present}
        />
      </Stack>
    </div>
  )
}

type WholeFieldsProps = { form: UseFormReturnType<ReportCardValues>; curriculum: CurriculumName }

/** Mean grade and score as on the report card; the mean of the marks is only offered. */
function MeanFields({ form, curriculum, scale }: WholeFieldsProps & Pick<FieldsProps, 'scale'>) {
  const mean = meanOffered(form.values)
  const { grade } = form.values
  const markField = useRef<HTMLInputElement>(null)
  const setMark = (typed: string) => {
    const next = withMark(form.values, typed, scale)
    form.setFieldValue('mark', typed)
    form.setFieldValue('proposed', next.proposed)
    if (next.grade !== grade) form.setFieldValue('grade', next.grade)
  }
  return (
    <SimpleGrid cols={2} spacing="s3">
      <GradeSelect
        curriculum={curriculum}
        label={labels.grade}
        placeholder="Select"
        {...form.getInputProps('grade')}
        value={grade}
        isProposed={isProposed(form.values)}
        onChange={(chosen) => {
          form.setFieldValue('proposed', '')
          form.setFieldValue('grade', chosen)
          if (isUnmarked(chosen)) form.setFieldValue('mark', '0')
          else if (isUnmarked(grade)) form.setFieldValue('mark', '')
        }}
      />
      <div>
        <TextInput
          ref={markField}
          label={labels.mark}
          inputMode="decimal"
          autoComplete="off"
          classNames={{ input: 'el-numbers' }}
          {...form.getInputProps('mark')}
          onChange={({ currentTarget }) => setMark(currentTarget.value)}
          disabled={isUnmarked(grade)}
        />
        {mean !== undefined && (
          <button
            type="button"
            className={classes.offer}
            onClick={() => {
              setMark(markText(mean))
              // This button is removed.
              markField.current?.focus()
            }}
          >
            Use the mean of the marks: {markText(mean)}
          </button>
        )}
      </div>
    </SimpleGrid>
  )
}

/** The overall level, if the report card has one. */
const OverallLevel = ({ form, curriculum }: WholeFieldsProps) => (
  <GradeSelect
    curriculum={curriculum}
    isCounted
    label={<OptionalLabel>{labels.overall_level}</OptionalLabel>}
    placeholder={curriculumOf(curriculum).gradeWord}
    description={`Only if the report card gives one. ${curriculum} has no mean.`}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    {...form.getInputProps('overall_level')}
    value={form.values.overall_level}
    onChange={(level) => form.setFieldValue('overall_level', level)}
  />
)

/** Explains what happens to values that were typed for a class of another curriculum. */
function OtherCurriculum({ values, curriculum }: { values: ReportCardValues; curriculum: CurriculumName }) {
  const { grades, whole } = strayIn(values, curriculum)
  const { gradeWord, hasMean } = curriculumOf(curriculum)
  if (grades.length === 0 && !whole) return null
  return (
    <Message tone="note">
      This class is {curriculum}.
      {grades.length > 0 &&
        ` It has no ${[...new Set(grades)].join(', ')}: choose a ${gradeWord.toLowerCase()} instead, subject by subject.`}
      {whole && ` The ${hasMean ? 'overall level' : 'mean'} ${whole} will not be saved.`}
      {' Choosing the previous class restores it.'}
    </Message>
  )
}

type Choose = (subject_id: string) => void

/**
 * Adds a subject and selects it in the first row without one. Its modal is rendered beside the form's, because a form
 * inside a form would submit both.
 */
function useNewSubject(): {
  modal: ReactNode
  askFor: (form: UseFormReturnType<ReportCardValues>) => void
} {
  const [choose, setChoose] = useState<Choose>()
  return {
    modal: choose && (
      <LookupModal
        kind="subjects"
        onAdded={({ id }) => choose(String(id))}
        onClose={() => setChoose(undefined)}
      />
    ),
    askFor: (form) => setChoose(() => (subject_id: string) => chooseIn(form, subject_id)),
  }
}

function chooseIn(form: UseFormReturnType<ReportCardValues>, subject_id: string): void {
  const { marks } = form.getValues()
  const free = marks.findIndex((row) => !row.subject_id)
  if (free < 0) form.insertListItem('marks', { ...emptyMark, subject_id })
  else form.setFieldValue(`marks.${free}.subject_id`, subject_id)
}
