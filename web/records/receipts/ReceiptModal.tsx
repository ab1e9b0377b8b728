import { Box, Group, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { receiptTexts, toShillings } from '#contract/records/receipts.ts'
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

function Fields({ form, student, draft, upload, present, last }: RecordFieldsProps<'receipt'>) {
  const isPhone = useIsPhone()
  const { items } = form.values
  const totals = useMemo(() => receiptTotals(items), [items])
  return (
    <div className={`el-beside ${classes.form}`}>
      <Stack gap={18}>
        <RecordTimeFields form={form} />
        {last && (
          <Text size="sm" c="dimmed" m="-12px 0 0">
            Proposed from the last receipt. Change what differs.
          </Text>
        )}
        <ItemRows form={form} />
      </Stack>
      <Stack gap={18}>
        <CategoryTotals totals={totals} withTotal={!isPhone} />
        <CommentFields form={form} fields={receiptTexts} />
        <RecordFile
          kind="receipt"
          student={student}
          draft={draft}
          time={form.values}
          input={form.getInputProps('receipt')}
          onProblem={(problem) => form.setFieldError('receipt', problem)}
          upload={upload}
          present={present}
        />
      </Stack>
      {isPhone && (
        <Box className={`el-line ${classes.bottom}`} p="8px 16px" bg="var(--el-sunken)">
          <RunningTotal cents={totals.total} />
        </Box>
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
  <section className="el-frame el-ui" aria-label="Totals">
    <Box p="12px 16px 14px">
      <Box component="h3" m="0 0 8px" fz="ui" lh="h3" fw={600}>
        By category
      </Box>
      {byCategory.length === 0 && <p className="el-ink-3">Choose a category for each item.</p>}
      <Stack component="dl" gap="s2">
        {byCategory.map(({ category, cents }) => (
          <Group
            key={category}
            justify="space-between"
            align="start"
            wrap="nowrap"
            c={cents === 0 ? 'dimmed' : undefined}
          >
            <dt className={cents === 0 ? undefined : 'el-ink-2'}>{category}</dt>
            <dd className="el-numbers">{money(toShillings(cents))}</dd>
          </Group>
        ))}
      </Stack>
    </Box>
    {withTotal && (
      <Box className="el-line" p="10px 16px 12px" bg="var(--el-sunken)">
        <RunningTotal cents={total} />
      </Box>
    )}
  </section>
)

const RunningTotal = ({ cents }: { cents: number }) => (
  <div className={`el-stack ${classes.running}`}>
    <span className="el-sm el-ink-2">Running total</span>{' '}
    <strong className={classes.amount}>KES {money(toShillings(cents))}</strong>
  </div>
)
