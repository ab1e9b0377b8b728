import '@mantine/core/styles/Input.css'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { isUnmarked } from '#contract/curricula.ts'
import { LookupModal } from '../../lookups/LookupModal.tsx'
import { markText } from '../amounts.ts'
import {
  CommentField,
  type OwnFields,
  RecordFile,
  type RecordFieldsProps,
  RecordTimeFields,
} from '../form/RecordFields.tsx'
import { RecordModal, type RecordModalProps } from '../form/RecordModal.tsx'
import { recordKinds } from '../recordKinds.ts'
import { GradeSelect, MarkRows } from './MarkRows.tsx'
import classes from './ReportCardModal.module.css'
import { emptyMark, meanOffered, reportCardEditor, type ReportCardValues } from './reportCardEditor.ts'

const { labels } = recordKinds.report

/** Adds a report card, or edits one. */
export function ReportCardModal(props: RecordModalProps) {
  const newSubject = useNewSubject()
  return (
    <>
      <RecordModal {...props} editor={reportCardEditor}>
        {(fields) => <Fields {...fields} onAddSubject={() => newSubject.askFor(fields.form)} />}
      </RecordModal>
      {newSubject.modal}
    </>
  )
}

type FieldsProps = RecordFieldsProps<'report'> & { onAddSubject: () => void }

function Fields({ form, upload, present, last, taken, onAddSubject }: FieldsProps) {
  const comment = (field: 'teacher_comment' | 'liaison_comment' | 'action_plan' | 'psychosocial') => (
    <CommentField
      label={labels[field]}
      placeholder={field === 'action_plan' ? 'What happens next, and when' : undefined}
      {...form.getInputProps(field)}
    />
  )
  const fields: Omit<OwnFields<'report'>, 'grade' | 'mark' | 'overall_level'> = {
    marks: <MarkRows form={form} last={last} onAddSubject={onAddSubject} />,
    teacher_comment: comment('teacher_comment'),
    liaison_comment: comment('liaison_comment'),
    action_plan: comment('action_plan'),
    psychosocial: comment('psychosocial'),
    report: (
      <RecordFile
        kind="report"
        input={form.getInputProps('report')}
        onProblem={(problem) => form.setFieldError('report', problem)}
        upload={upload}
        present={present}
      />
    ),
  }
  return (
    <div className={classes.fields}>
      <div className={classes.column}>
        <RecordTimeFields form={form} taken={taken} />
        {fields.marks}
      </div>
      <div className={classes.column}>
        <MeanFields form={form} />
        {fields.teacher_comment}
        {fields.liaison_comment}
        <div className={classes.pair}>
          {fields.action_plan}
          {fields.psychosocial}
        </div>
        {fields.report}
      </div>
    </div>
  )
}

/** Mean grade and score as the report card has them; the mean of the marks is only offered. */
function MeanFields({ form }: { form: UseFormReturnType<ReportCardValues> }) {
  const mean = meanOffered(form.values)
  return (
    <div className={classes.mean}>
      <GradeSelect
        label={labels.grade}
        placeholder="Select"
        {...form.getInputProps('grade')}
        value={form.values.grade}
        onChange={(grade) => {
          form.setFieldValue('grade', grade)
          if (isUnmarked(grade)) form.setFieldValue('mark', '0')
          else if (isUnmarked(form.values.grade)) form.setFieldValue('mark', '')
        }}
      />
      <div>
        <TextInput
          label={labels.mark}
          inputMode="decimal"
          autoComplete="off"
          classNames={{ input: classes.score ?? '' }}
          {...form.getInputProps('mark')}
          disabled={isUnmarked(form.values.grade)}
        />
        {mean !== undefined && (
          <button
            type="button"
            className={classes.offer}
            onClick={() => form.setFieldValue('mark', markText(mean))}
          >
            Use the mean of the marks: {markText(mean)}
          </button>
        )}
      </div>
    </div>
  )
}

type Choose = (subject_id: string) => void

/**
 * Adds a subject on the spot, and chooses it in the first row that has none. Its modal stands beside the form's, because
 * a form within a form would send both.
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
