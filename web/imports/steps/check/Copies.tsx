import { Button, Group, SimpleGrid } from '@mantine/core'
import { useMemo } from 'react'
import type { ImportedRow } from '#contract/imports.ts'
import { shillingsText } from '#contract/records/receipts.ts'
import { fold } from '#contract/base/lists.ts'
import { capital, plural } from '../../../ui/plural.ts'
import { nameOf, textOf } from '../../rowWords.ts'
import type { MadeRows } from '../../sheet/makeRows.ts'
import { Kind } from './Kind.tsx'
import classes from './Kind.module.css'
import { decisionOf, withCorrections } from './rowAnswers.ts'
import { useMore } from '../../../ui/list/useMore.tsx'
import type { CheckedProps } from './RowGroup.tsx'

type CopiesProps = Pick<CheckedProps, 'found' | 'made' | 'job' | 'handle'> & {
  number: number
  /** What a row adds up to, in cents. */
  centsOf: (row: number) => number
}

const FIRST_SHOWN = 3

/** Receipts of one student, term and amount under two numbers. Both are imported until the user calls one a copy. */
export function Copies({ found, made, job, handle, number, centsOf }: CopiesProps) {
  const pairs = useMemo(() => pairsOf(found, made), [found, made])
  const [shown, more] = useMore(pairs, { first: FIRST_SHOWN })
  return (
    <Kind
      number={number}
      title={plural(pairs.length, 'possible duplicate')}
      about="Compared after joining: the same student, term and amount under two numbers. Both count until you say otherwise."
    >
      {shown.map(({ one, other }) => {
        const decision = decisionOf(job.corrections, other.first)
        const decide = (duplicate: 'add' | 'skip') =>
          handle.change((said) => withCorrections(said, [other.first], { duplicate }))
        return (
          <div key={other.first.key} className={classes.part}>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={1} className={classes.pair ?? ''}>
              {[one, other].map((each) => (
                <div key={each.first.key}>
                  <b className="el-strong">Receipt {each.number}</b>
                  <p className="el-ui el-ink-2">{each.name}</p>
                  <p className="el-ui el-ink-2">
                    {capital(each.first.name)}
                    {each.rows.length > 1 && ` and ${plural(each.rows.length - 1, 'more row')}`},{' '}
                    <b className="el-strong">
                      KES {shillingsText(each.rows.reduce((sum, row) => sum + centsOf(row), 0))}
                    </b>
                  </p>
                </div>
              ))}
            </SimpleGrid>
            <Group gap={8}>
              <Button variant="default" aria-pressed={decision === 'add'} onClick={() => decide('add')}>
                Two receipts
              </Button>
              <Button variant="default" aria-pressed={decision === 'skip'} onClick={() => decide('skip')}>
                {other.number} is a copy
              </Button>
              <span className="el-sm el-ink-2">
                {decision === 'skip'
                  ? 'It is left out.'
                  : decision === 'add'
                    ? 'Both are imported.'
                    : 'A copy goes to Left out.'}
              </span>
            </Group>
          </div>
        )
      })}
      {more && <div className={classes.part}>{more}</div>}
    </Kind>
  )
}

/** Pairs of receipts, each with all of its rows. */
function pairsOf({ duplicates, students }: CheckedProps['found'], { rows, sources }: MadeRows) {
  const keyOf = (row: ImportedRow, at: number) =>
    fold([students[at], ...['year', 'term', 'receipt_no'].map((field) => textOf(row, field))].join('\n'))
  const byReceipt = Map.groupBy(rows.keys(), (at) => keyOf(rows[at] ?? {}, at))
  const receiptAt = (at: number) => {
    const [row = {}, first] = [rows[at], sources[at]]
    const own = byReceipt.get(keyOf(row, at)) ?? []
    return first && { first, number: textOf(row, 'receipt_no'), name: nameOf('receipts', row), rows: own }
  }
  return duplicates.flatMap(({ row, of_row }) => {
    const [one, other] = [receiptAt(of_row ?? -1), receiptAt(row)]
    return one && other ? [{ one, other }] : []
  })
}
