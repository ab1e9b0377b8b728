import { Box, Stack } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import type { Receipt } from '#contract/records/receipts.ts'
import { formatDate, onOneLine } from '../../ui/formatDate.ts'
import { Message } from '../../ui/Message.tsx'
import { money } from '../../ui/amounts.ts'
import { recordKinds } from '../../records/recordKinds.ts'
import { RecordStatusBadge } from '../../records/RecordStatusBadge.tsx'
import { AdminVerify } from '../../records/verify/AdminVerify.tsx'
import { PdfLink } from '../PdfLink.tsx'
import { PaidBy } from './PaidToSchool.tsx'
import { CorrectButton, NoPaper } from '../StudentTasks.tsx'
import classes from './YearLedger.module.css'

type ReceiptEntryProps = {
  receipt: Receipt
  /** `Receipt 2`, the second of its term. */
  name: string
}

/** One receipt: its PDF, status, costs, total and comment. */
export function ReceiptEntry({ receipt, name }: ReceiptEntryProps) {
  const { id, status, categories, total_cost, remark, pathFinance, updated_at } = receipt
  return (
    <div className={`el-line ${classes.columns} ${classes.receipt}`}>
      <div className={classes.side}>
        <div className={classes.head}>
          <h4 className="el-ui el-strong">
            {pathFinance ? (
              <PdfLink href={pathFinance} icon={IconReceipt}>
                {name}
              </PdfLink>
            ) : (
              name
            )}
          </h4>
          <time className="el-sm el-ink-3" dateTime={updated_at}>
            {onOneLine(formatDate(updated_at))}
          </time>
          <RecordStatusBadge status={status} />
          {!pathFinance && <NoPaper />}
        </div>
        <AdminVerify id={id} status={status} className={classes.verify ?? ''} />
      </div>
      <Stack gap={8} miw={0}>
        {remark && (
          <Message tone="note" action={<CorrectButton of="receipt" id={id} />}>
            Returned: {remark}
          </Message>
        )}
        <ul className={`el-stack ${classes.items}`}>
          {categories.map((group) => (
            <CategoryCosts key={group.category} group={group} />
          ))}
        </ul>
        <PaidBy receipt={receipt} />
      </Stack>
      <Box component="p" className={`el-strong el-amount ${classes.receiptTotal}`} lh="1.375rem">
        <span>{name} total</span> {money(total_cost)}
      </Box>
      {(['receipt_no', 'liaison_comment'] as const).map(
        (field) =>
          receipt[field] && (
            <p key={field} className={`el-sm el-ink-2 el-prose ${classes.comment}`}>
              <strong className="el-strong">{recordKinds.receipt.labels[field]}</strong> {receipt[field]}
            </p>
          ),
      )}
    </div>
  )
}

type CategoryCostsProps = { group: Receipt['categories'][number] }

/** The items of a category, and their sum if there are several. */
const CategoryCosts = ({ group: { category, category_total_cost, category_items } }: CategoryCostsProps) => (
  <>
    {category_items.map(({ id, item, cost }, index) => (
      <li key={id} className={classes.costs}>
        {index === 0 && <strong className="el-strong el-break">{category}</strong>}
        <span className={`el-ink-2 el-words ${classes.item}`}>{item}</span>
        <span className={`el-amount ${classes.cost}`}>{money(cost)}</span>
      </li>
    ))}
    {category_items.length > 1 && (
      <li className={`el-strong ${classes.costs}`} data-sum>
        <span className={classes.item}>Category total</span>
        <span className={`el-line el-amount ${classes.cost}`}>{money(category_total_cost)}</span>
      </li>
    )}
  </>
)
