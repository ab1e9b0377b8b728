import { Stack } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import type { Receipt } from '#contract/receipts.ts'
import { formatDate } from '../../ui/formatDate.ts'
import { Message } from '../../ui/Message.tsx'
import { money } from '../../records/amounts.ts'
import { recordKinds } from '../../records/recordKinds.ts'
import { RecordStatusBadge } from '../../records/RecordStatusBadge.tsx'
import { AdminVerify } from '../../records/verify/AdminVerify.tsx'
import { PdfLink } from '../PdfLink.tsx'
import classes from './YearLedger.module.css'

type ReceiptEntryProps = {
  receipt: Receipt
  /** `Receipt 2`, the second of its term. */
  name: string
}

/** One receipt: its PDF, status, costs, total and comment. */
export function ReceiptEntry({ receipt, name }: ReceiptEntryProps) {
  const { id, status, categories, total_cost, liaison_comment, remark, pathFinance, updated_at } = receipt
  return (
    <div className={`${classes.columns} ${classes.receipt}`}>
      <div className={classes.side}>
        <div className={classes.head}>
          <h4 className="el-flush el-ui el-strong">
            {pathFinance ? (
              <PdfLink href={pathFinance} icon={IconReceipt}>
                {name}
              </PdfLink>
            ) : (
              name
            )}
          </h4>
          <time className="el-sm el-ink-3" style={{ marginBottom: 4 }} dateTime={updated_at}>
            {formatDate(updated_at)}
          </time>
          <RecordStatusBadge status={status} />
        </div>
        <div className={classes.verify}>
          <AdminVerify id={id} status={status} />
        </div>
      </div>
      <Stack gap={8} miw={0}>
        {remark && <Message tone="note">Returned: {remark}</Message>}
        <ul className={`el-list el-stack ${classes.items}`}>
          {categories.map((group) => (
            <CategoryCosts key={group.category} group={group} />
          ))}
        </ul>
      </Stack>
      <p className={`el-strong ${classes.receiptTotal}`}>
        <span>{name} total</span> {money(total_cost)}
      </p>
      <p className={`el-sm el-ink-2 ${classes.comment}`}>
        <strong className="el-strong">{recordKinds.receipt.labels.liaison_comment}</strong> {liaison_comment}
      </p>
    </div>
  )
}

type CategoryCostsProps = { group: Receipt['categories'][number] }

/** The items of a category, and their sum if there are several. */
const CategoryCosts = ({ group: { category, category_total_cost, category_items } }: CategoryCostsProps) => (
  <>
    {category_items.map(({ id, item, cost }, place) => (
      <li key={id} className={classes.costs}>
        {place === 0 && <strong className="el-strong el-break">{category}</strong>}
        <span>{item}</span>
        <span>{money(cost)}</span>
      </li>
    ))}
    {category_items.length > 1 && (
      <li className={classes.costs} data-sum>
        <span>Category total</span>
        <span>{money(category_total_cost)}</span>
      </li>
    )}
  </>
)
