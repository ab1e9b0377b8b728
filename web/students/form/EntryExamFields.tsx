import { Group, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  DEFAULT_EXAM,
  entryExams,
  type EntryExamName,
  entryExamNames,
} from '#contract/students/entryExams.ts'
import { examOf } from '#contract/students/studentForms.ts'
import { KCPE_MAX, studentFields } from '#contract/students/students.ts'
import { FieldInput, FormFields } from '../../ui/form/FormFields.tsx'
import { SegmentField } from '../../ui/form/SegmentField.tsx'
import classes from './StudentFields.module.css'
import type { StudentValues } from './useStudentForm.ts'

type EntryExamFieldsProps<Values> = {
  form: UseFormReturnType<Values>
  /** The field of the exam's PDF, where the form takes one. */
  paper?: ReactNode
  onChosen?: ((exam: EntryExamName) => void) | undefined
}

const about: Record<EntryExamName, string> = {
  KCPE: 'The exam that led to this school',
  KJSEA: 'Grade 9, since 2025',
  KPLEA: 'Pre-vocational level',
  None: 'No exam was sat',
}

/** The exam that led to the student's school, and the fields that depend on it. */
export function EntryExamFields<Values extends StudentValues>(props: EntryExamFieldsProps<Values>) {
  const { form, paper, onChosen } = props
  const exam = examOf(form.values) ?? DEFAULT_EXAM
  const { isScored, hasPathway } = entryExams[exam]
  const { onChange, ...choice } = form.getInputProps('entry_exam')
  return (
    <Stack className="el-line" gap={14} pt={16}>
      <SegmentField
        label={studentFields.entry_exam.label}
        about={about[exam]}
        choices={entryExamNames}
        {...choice}
        value={exam}
        onChange={(next) => {
          onChange(next)
          onChosen?.(next)
          // The error was about the file of the previous exam.
          form.clearFieldError('cert')
        }}
      />
      {isScored && (
        <div className={classes.fields}>
          <FieldInput
            form={form}
            name="kcpe"
            field={studentFields.kcpe}
            note={!form.errors['kcpe'] && `A whole number from 0 to ${KCPE_MAX}`}
          />
          <div className={classes.two}>{paper}</div>
        </div>
      )}
      {hasPathway && (
        <div className={classes.fields}>
          <FormFields form={form} fields={studentFields} names={['assessment_no', 'pathway']} />
          <div className={classes.all}>{paper}</div>
        </div>
      )}
      {!isScored && !hasPathway && (
        <Group component="p" className="el-ui el-ink-2" gap={9} wrap="nowrap" align="start">
          <IconInfoCircle size={18} color="var(--el-ink-3)" aria-hidden />
          <span>No score and no file are asked for. They can be added later under Edit.</span>
        </Group>
      )}
    </Stack>
  )
}
