import { Box, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { receiptTexts, toShillings } from '#contract/receipts.ts'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { money } from '../amounts.ts'
import { CommentFields, RecordFile, type RecordFieldsProps, RecordTimeFields } from '../form/RecordFields.tsx'
import { RecordModal, type RecordModalProps } from '../form/RecordModal.tsx'
import { ItemRows } from './ItemRows.tsx'
import classes from './ReceiptModal.module.css'
import { receiptEditor, type ReceiptTotals, receiptTotals } from './receiptEditor.ts'

/** Adds a receipt, or edits one. */
export const ReceiptModal = (props: RecordModalProps) => (
  <RecordModal {...props} editor={receiptEditor}>
    {(fields) => <Fields {...fields} />}
  </RecordModal>
)

function Fields({ form, upload, present, last }: RecordFieldsProps<'receipt'>) {
  const isPhone = useIsPhone()
  const { items } = form.values
  const totals = useMemo(() => receiptTotals(items), [items])
  return (
    <div className={classes.fields}>
      <div className={classes.column}>
        <RecordTimeFields form={form} />
        {last && (
          <Text size="sm" c="dimmed" m="-12px 0 0">
            Proposed from the last receipt. Change what differs.
          </Text>
        )}
        <ItemRows form={form} />
      </div>
      <div className={classes.column}>
        <CategoryTotals totals={totals} withTotal={!isPhone} />
        <CommentFields form={form} fields={receiptTexts} />
        <RecordFile
          kind="receipt"
          input={form.getInputProps('receipt')}
          onProblem={(problem) => form.setFieldError('receipt', problem)}
          upload={upload}
          present={present}
        />
      </div>
      {isPhone && (
        <div className={classes.bottom}>
          <RunningTotal cents={totals.total} />
        </div>
      )}
    </div>
  )
}

type CategoryTotalsProps = {
  totals: ReceiptTotals
  /** On a phone the total is fixed at the bottom of the screen instead. */
  withTotal: boolean
}

/** The totals of the typed receipt, by category and overall. */
const CategoryTotals = ({ totals: { byCategory, total }, withTotal }: CategoryTotalsProps) => (
  <section className={classes.card} aria-label="Totals">
    <Box p="12px 16px 14px">
      <Box component="h3" m="0 0 8px" fz="ui" lh="h3" fw={600}>
        By category
      </Box>
      {byCategory.length === 0 && <p className="el-ink-3 el-flush">Choose a category for each item.</p>}
      <Stack component="dl" gap="s2" m={0}>
        {byCategory.map(({ category, cents }) => (
          <div key={category} className={classes.sum} data-none={cents === 0}>
            <dt>{category}</dt>
            <dd>{money(toShillings(cents))}</dd>
          </div>
        ))}
      </Stack>
    </Box>
    {withTotal && (
      <div className={classes.total}>
        <RunningTotal cents={total} />
      </div>
    )}
  </section>
)

const RunningTotal = ({ cents }: { cents: number }) => (
  <div className={`el-stack ${classes.running}`}>
    <span className="el-sm el-ink-2">Running total</span>{' '}
    <strong className={classes.amount}>KES {money(toShillings(cents))}</strong>
  </div>
)
