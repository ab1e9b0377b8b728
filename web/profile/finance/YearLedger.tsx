import { Box, Group, Stack, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { StudentTask } from '#contract/records/steps.ts'
import type { Receipt } from '#contract/records/receipts.ts'
import { money } from '../../ui/amounts.ts'
import { lackLooks } from '../../missing/steps.ts'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { plural } from '../../ui/plural.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { TaskButton, useMissing } from '../StudentTasks.tsx'
import { type Ledger, ledgerOf, type TermLedger } from './ledgerOf.ts'
import classes from './YearLedger.module.css'
import { ReceiptEntry } from './ReceiptEntry.tsx'

type YearProps = { receipts: Receipt[]; year: string }

/** A year's receipts, and its costs by category. */
export function YearLedger({ receipts, year }: YearProps) {
  const missing = useMissing('receipt', year)
  if (receipts.length === 0)
    return (
      <Box component="p" className="el-line el-ink-2" p="16px var(--edge)">
        No receipts for {year} yet.
      </Box>
    )
  return (
    <>
      <YearStatement receipts={receipts} year={year}>
        {missing && <MissingTerm task={missing} />}
      </YearStatement>
      <CategoryChart year={year} categories={ledgerOf(receipts).categories} />
    </>
  )
}

/** A year's receipts, a row for each under the band of its term, and what the year cost. */
export function YearStatement({ receipts, year, children }: YearProps & { children?: ReactNode }) {
  const { terms, total } = ledgerOf(receipts)
  return (
    <div className={`el-ui el-numbers ${classes.statement}`}>
      <Box
        className={`el-line el-cap el-strong el-ink-2 ${classes.columns} ${classes.heads}`}
        py={10}
        bg="var(--el-sunken)"
        aria-hidden
      >
        <span>Receipt</span>
        <div className={classes.costs}>
          <span>Category</span>
          <span>Item</span>
          <span className="el-amount">Amount</span>
        </div>
        <span className="el-amount">Receipt total</span>
      </Box>
      {terms.map((term) => (
        <Term key={term.id} ledger={term} />
      ))}
      {children}
      <Box component="p" className={`el-line el-body ${classes.total}`} bg="var(--el-sunken)">
        <span>Total {year}</span> <strong className="el-h2">KES {money(total)}</strong>
      </Box>
    </div>
  )
}

/** The newest term, if its receipt is missing. */
const MissingTerm = ({ task }: { task: StudentTask }) => (
  <Group className={`el-line ${classes.band}`} gap="s2" p="9px 16px 9px var(--edge)" bg="var(--el-sunken)">
    <Box component="h3" {...heading} mr="auto">
      {task.time?.term_name}
    </Box>
    <StatusBadge {...lackLooks.noReceipt} />
    <TaskButton task={task} />
  </Group>
)

const heading = { m: 0, fz: 'body', fw: 'var(--el-fw-head)', lh: '1.375rem' }

/** One term: the band with its sum, and its receipts. */
function Term({ ledger: { term, receipts, total } }: { ledger: TermLedger }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Group
        className={`el-line ${classes.band}`}
        gap="s2"
        align="baseline"
        wrap="nowrap"
        p="9px 16px 9px var(--edge)"
        bg="var(--el-sunken)"
      >
        <Box component="h3" id={id} {...heading}>
          {term}
        </Box>
        <span className="el-sm el-ink-2">{plural(receipts.length, 'receipt')}</span>
        <Box component="strong" {...heading} ml="auto">
          <VisuallyHidden>{term} total</VisuallyHidden> KES {money(total)}
        </Box>
      </Group>
      {receipts.map((receipt, index) => (
        <ReceiptEntry key={receipt.id} receipt={receipt} name={`Receipt ${index + 1}`} />
      ))}
    </section>
  )
}

/** The costs of a year by category, each as a bar relative to the largest. The bars only repeat the amounts. */
function CategoryChart({ year, categories }: { year: string; categories: Ledger['categories'] }) {
  const isPhone = useIsPhone()
  if (categories.length === 0) return null
  const most = Math.max(...categories.map(({ total }) => total))
  return (
    <Box className="el-line" p="14px var(--edge) 16px">
      <h3 className="el-h3 el-strong">Costs of {year} by category</h3>
      <Stack component="dl" gap={isPhone ? 10 : 6} m="10px 0 4px">
        {categories.map(({ category, total }) => (
          <div key={category} className={`el-ui ${classes.row}`}>
            <dt className="el-ink-2">{category}</dt>
            <dd className={classes.track} aria-hidden>
              <Box w={`${(total / most) * 100}%`} />
            </dd>
            <dd className="el-medium el-amount">{money(total)}</dd>
          </div>
        ))}
      </Stack>
    </Box>
  )
}
