import { IconReceipt } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { VERIFIED } from '#contract/records.ts'
import type { Receipt } from '#contract/receipts.ts'
import { canVerifyRecords } from '#contract/permissions.ts'
import { Message } from '../../ui/Message.tsx'
import { money } from '../../records/amounts.ts'
import { RecordStatusBadge } from '../../records/RecordStatusBadge.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { AdminVerify } from '../../records/verify/AdminVerify.tsx'
import { PdfLink } from '../PdfLink.tsx'
import classes from './ReceiptEntry.module.css'

type ReceiptEntryProps = {
  receipt: Receipt
  /** The heading: the term, or the receipt's number if there are several. */
  title: ReactNode
  /** Whether to show the receipt's total, which is not the term's if there are several receipts. */
  hasTotal: boolean
}

/** One receipt: its costs, status, PDF and remarks. */
export function ReceiptEntry({ receipt, title, hasTotal }: ReceiptEntryProps) {
  const { role } = useSessionUser()
  const { id, status, categories, total_cost, liaison_comment, remark, pathFinance } = receipt
  return (
    <div className={classes.receipt}>
      <div className={classes.head}>
        {title}
        <RecordStatusBadge status={status} />
        {pathFinance && (
          <span className={classes.pdf}>
            <PdfLink href={pathFinance} icon={IconReceipt}>
              Receipt
            </PdfLink>
          </span>
        )}
      </div>
      {remark && (
        <div className={classes.returned}>
          <Message tone="note">Returned: {remark}</Message>
        </div>
      )}
      <dl className={classes.costs}>
        {categories.map((group) => (
          <CategoryCosts key={group.category} group={group} />
        ))}
      </dl>
      {hasTotal && (
        <p className={classes.total}>
          <span>Receipt total</span> <span>{money(total_cost)}</span>
        </p>
      )}
      <p className={classes.remarks}>
        <strong>Remarks</strong> {liaison_comment}
      </p>
      <div className={classes.verify}>
        {status < VERIFIED && canVerifyRecords(role) && <span>Not yet verified</span>}
        <AdminVerify kind="receipt" id={id} status={status} />
      </div>
    </div>
  )
}

type CategoryCostsProps = { group: Receipt['categories'][number] }

/** If a category has only one item, the cost is shown only once. */
const CategoryCosts = ({ group: { category, category_total_cost, category_items } }: CategoryCostsProps) => (
  <div className={classes.category}>
    <dt>{category}</dt>
    <dd>{money(category_total_cost)}</dd>
    <dd className={classes.items}>
      <ul>
        {category_items.map(({ id, item, cost }) => (
          <li key={id}>
            <span>{item}</span> {category_items.length > 1 && <span>{money(cost)}</span>}
          </li>
        ))}
      </ul>
    </dd>
  </div>
)
