import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { receiptTexts, toShillings } from '#contract/records/receipts.ts'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { money } from '../../ui/amounts.ts'
import {
  CommentFields,
  RecordFile,
  type RecordFieldsProps,
  RecordTimeFields,
  useLookupName,
} from '../form/RecordFields.tsx'
import { RecordModal, type RecordModalProps } from '../form/RecordModal.tsx'
import { ItemRows } from './ItemRows.tsx'
import { chosenOf } from './openPayments.ts'
import { PaidAndReceipt, PaymentQuestion } from './PaymentQuestion.tsx'
import classes from './ReceiptModal.module.css'
import { receiptEditor, type ReceiptTotals, receiptTotals, type ReceiptValues } from './receiptEditor.ts'

/** Adds a receipt, or edits one. */
export const ReceiptModal = (props: RecordModalProps) => (
  <RecordModal {...props} editor={receiptEditor}>
    {(fields) => <Fields {...fields} />}
  </RecordModal>
)

function Fields({ form, student, draft, upload, present, last, paid }: RecordFieldsProps<'receipt'>) {
  const isPhone = useIsPhone()
  const { items, payment_lines, year_id, term_id, class_id } = form.values
  const totals = useMemo(() => receiptTotals(items), [items])
  const chosen = chosenOf(paid?.payments ?? [], payment_lines)
  const isPaid = chosen.length > 0
  const [changes, setChanges] = useState<string>()
  const isRefused = Object.keys(form.errors).some((field) => !['receipt', 'liaison_comment'].includes(field))
  // A phone then asks only for the paper and the comment.
  const isFilled =
    isPhone && isPaid && changes !== payment_lines && !isRefused && Boolean(year_id && term_id && class_id)
  // A draft may name a payment that is no longer open. The question stays when it is answered, because it has the focus.
  const [isAsked, setIsAsked] = useState(false)
  if (form.errors['payment_lines'] && !isAsked) setIsAsked(true)
  const asked = paid ?? (isAsked ? { payments: [], plain: form.values } : undefined)
  const question = asked && <PaymentQuestion form={form} {...asked} />
  const paper = (
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
  )
  const sums = isPaid ? (
    <PaidAndReceipt payments={chosen} total={toShillings(totals.total)} />
  ) : (
    <CategoryTotals totals={totals} withTotal={!isPhone} />
  )
  return (
    <div className={`el-beside ${classes.form}`}>
      {isFilled ? (
        <Stack gap={18}>
          {question}
          {paper}
          <CommentFields form={form} fields={receiptTexts} />
          <FilledIn values={form.values} onChange={() => setChanges(payment_lines)} />
        </Stack>
      ) : (
        <>
          <Stack gap={18}>
            {question}
            <RecordTimeFields form={form} />
            {last && !isPaid && (
              <Text size="sm" c="dimmed" m="-12px 0 0">
                Proposed from the last receipt. Change what differs.
              </Text>
            )}
            {isPaid && (
              <Text size="sm" c="dimmed" m="-12px 0 0">
                Filled in from the payment. Check it against the paper.
              </Text>
            )}
            <ItemRows form={form} />
          </Stack>
          <Stack gap={18}>
            {sums}
            <CommentFields form={form} fields={receiptTexts} />
            {paper}
          </Stack>
        </>
      )}
      {isPhone && (
        <Box className={`el-line ${classes.bottom}`} p="8px 16px" bg="var(--el-sunken)">
          <RunningTotal cents={totals.total} />
        </Box>
      )}
    </div>
  )
}

type FilledInProps = { values: ReceiptValues; onChange: () => void }

/** On a phone, what the payment filled in. */
function FilledIn({ values: { year_id, term_id, class_id, items }, onChange }: FilledInProps) {
  const year = useLookupName('years', year_id)
  const term = useLookupName('terms', term_id)
  const form = useLookupName('classes', class_id)
  return (
    <Group
      className="el-frame el-sm"
      justify="space-between"
      wrap="nowrap"
      p="12px 14px"
      bg="var(--el-sunken)"
    >
      <div>
        <p className="el-strong">Filled in from the payment</p>
        <p>{[year, term, form].filter(Boolean).join(', ')}</p>
        {items.map(({ category, cost }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no id yet
          <p key={index}>
            {category}, {cost}
          </p>
        ))}
      </div>
      <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={onChange}>
        Change
      </Button>
    </Group>
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
