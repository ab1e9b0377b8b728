import type { Finance } from '#contract/receipts.ts'
import { money } from '../amounts.ts'
import { Comment } from './Comment.tsx'
import classes from './FactsTable.module.css'

/** A receipt as it was typed: the items by category, each with its sum. */
export const ReceiptFacts = ({ receipt }: { receipt: Finance }) => (
  <>
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col" className={classes.number}>
            Cost, KES
          </th>
        </tr>
      </thead>
      {receipt.categories.map(({ category, category_total_cost, category_items }) => (
        <tbody key={category}>
          <tr className={classes.group}>
            <th scope="rowgroup">{category}</th>
            <td className={classes.number}>{money(category_total_cost)}</td>
          </tr>
          {category_items.map(({ id, item, cost }) => (
            <tr key={id}>
              <th scope="row" className={classes.item}>
                {item}
              </th>
              <td className={classes.number}>{money(cost)}</td>
            </tr>
          ))}
        </tbody>
      ))}
      <tfoot>
        <tr>
          <th scope="row">Receipt total</th>
          <td className={classes.number}>{money(receipt.total_cost)}</td>
        </tr>
      </tfoot>
    </table>
    <Comment title="Finance remarks">{receipt.liaison_comment}</Comment>
  </>
)
