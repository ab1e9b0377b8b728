import type { UseFormReturnType } from '@mantine/form'
import { useMemo } from 'react'
import type { Upload } from '../../ui/modal/useSaving.ts'
import { CommentField } from '../form/CommentField.tsx'
import { RecordFile } from '../form/RecordFile.tsx'
import { receiptLabels as labels } from '../form/recordLabels.ts'
import { RecordTimeFields } from '../form/RecordTimeFields.tsx'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { CategoryTotals } from './CategoryTotals.tsx'
import { ItemRows } from './ItemRows.tsx'
import classes from './ReceiptFields.module.css'
import { receiptTotals } from './receiptTotals.ts'
import type { ReceiptValues } from './receiptValues.ts'
import { RunningTotal } from './RunningTotal.tsx'

type ReceiptFieldsProps = {
  form: UseFormReturnType<ReceiptValues>
  upload: Upload | undefined
  /** Where the PDF is that it has. */
  present?: string | null
}

export function ReceiptFields({ form, upload, present }: ReceiptFieldsProps) {
  const isPhone = useIsPhone()
  const { items } = form.values
  const totals = useMemo(() => receiptTotals(items), [items])
  return (
    <div className={classes.fields}>
      <div className={classes.column}>
        <RecordTimeFields form={form} />
        <ItemRows form={form} />
      </div>
      <div className={classes.column}>
        <CategoryTotals totals={totals} withTotal={!isPhone} />
        <CommentField label={labels.liaison_comment} {...form.getInputProps('liaison_comment')} />
        <RecordFile
          label={labels.file}
          noun="Receipt"
          input={form.getInputProps('receipt')}
          onProblem={(problem) => form.setFieldError('receipt', problem)}
          upload={upload}
          present={present}
        />
      </div>
      {isPhone && (
        <div className={classes.total}>
          <RunningTotal cents={totals.total} />
        </div>
      )}
    </div>
  )
}
