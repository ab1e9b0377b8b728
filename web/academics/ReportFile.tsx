import type { UseFormReturnType } from '@mantine/form'
import { pdfFile } from '#contract/files.ts'
import { FileDrop } from '../shared/FileDrop.tsx'
import type { Upload } from '../shared/modal/useSaving.ts'
import classes from './ReportFile.module.css'
import { reportLabels } from '../shared/records/recordLabels.ts'
import type { ReportValues } from './reportValues.ts'

type ReportFileProps = {
  form: UseFormReturnType<ReportValues>
  upload: Upload | undefined
  /** Where the PDF is that it has, and keeps until another is chosen. */
  present?: string | null | undefined
}

export const ReportFile = ({ form, upload, present }: ReportFileProps) => (
  <div>
    <FileDrop
      label={reportLabels.file}
      what={present ? 'another report card' : 'the report card'}
      hint="PDF only, up to 20 MB"
      kind={pdfFile}
      {...form.getInputProps('report')}
      onProblem={(problem) => form.setFieldError('report', problem)}
      upload={upload}
    />
    {present && (
      <a className={classes.present} href={present} target="_blank" rel="noopener">
        Report card as it is
      </a>
    )}
  </div>
)
