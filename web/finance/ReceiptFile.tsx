import type { UseFormReturnType } from '@mantine/form'
import { pdfFile } from '#contract/files.ts'
import { FileDrop } from '../shared/FileDrop.tsx'
import type { Upload } from '../shared/modal/useSaving.ts'
import classes from './ReceiptFile.module.css'
import { receiptLabels } from '../shared/records/recordLabels.ts'
import type { ReceiptValues } from './receiptValues.ts'

type ReceiptFileProps = {
  form: UseFormReturnType<ReceiptValues>
  upload: Upload | undefined
  /** Where the PDF is that it has, and keeps until another is chosen. */
  present?: string | null | undefined
}

export const ReceiptFile = ({ form, upload, present }: ReceiptFileProps) => (
  <div>
    <FileDrop
      label={receiptLabels.file}
      what={present ? 'another receipt' : 'the receipt'}
      hint="PDF only, up to 20 MB"
      kind={pdfFile}
      {...form.getInputProps('receipt')}
      onProblem={(problem) => form.setFieldError('receipt', problem)}
      upload={upload}
    />
    {present && (
      <a className={classes.present} href={present} target="_blank" rel="noopener">
        Receipt as it is
      </a>
    )}
  </div>
)
