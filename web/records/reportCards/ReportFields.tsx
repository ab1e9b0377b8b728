import type { UseFormReturnType } from '@mantine/form'
import type { Upload } from '../../ui/modal/useSaving.ts'
import { CommentField } from '../form/CommentField.tsx'
import { RecordFile } from '../form/RecordFile.tsx'
import { reportLabels as labels } from '../form/recordLabels.ts'
import { RecordTimeFields } from '../form/RecordTimeFields.tsx'
import { MarkRows } from './MarkRows.tsx'
import { MeanFields } from './MeanFields.tsx'
import classes from './ReportFields.module.css'
import type { ReportValues } from './reportValues.ts'

type ReportFieldsProps = {
  form: UseFormReturnType<ReportValues>
  upload: Upload | undefined
  onAddSubject: () => void
  /** Where the PDF is that it has. */
  present?: string | null
}

export function ReportFields({ form, upload, onAddSubject, present }: ReportFieldsProps) {
  const comment = (field: 'teacher_comment' | 'liaison_comment' | 'action_plan' | 'psychosocial') => (
    <CommentField
      label={labels[field]}
      placeholder={field === 'action_plan' ? 'What happens next, and when' : undefined}
      {...form.getInputProps(field)}
    />
  )
  return (
    <div className={classes.fields}>
      <div className={classes.column}>
        <RecordTimeFields form={form} />
        <MarkRows form={form} onAddSubject={onAddSubject} />
      </div>
      <div className={classes.column}>
        <MeanFields form={form} />
        {comment('teacher_comment')}
        {comment('liaison_comment')}
        <div className={classes.pair}>
          {comment('action_plan')}
          {comment('psychosocial')}
        </div>
        <RecordFile
          label={labels.file}
          noun="Report card"
          input={form.getInputProps('report')}
          onProblem={(problem) => form.setFieldError('report', problem)}
          upload={upload}
          present={present}
        />
      </div>
    </div>
  )
}
