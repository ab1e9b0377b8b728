import { Box, Group, Text } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { shillingsText } from '#contract/records/receipts.ts'
import { CardHead } from '../../../ui/card/CardHead.tsx'
import { plural } from '../../../ui/plural.ts'
import { DownloadRows } from '../../DownloadRows.tsx'
import frame from '../../imports.module.css'
import classes from './Money.module.css'
import { moneyOf } from './moneyOf.ts'
import { leftOutOf } from './problems.ts'
import { type CheckedProps, RowList } from './RowGroup.tsx'

const FIRST_SHOWN = 20

/** The money of a sheet of receipts as an equation, and the rows that are left out on request. */
export function Money({ found, made, job }: Omit<CheckedProps, 'isLast'>) {
  const money = useMemo(() => moneyOf(found, made), [found, made])
  const [isOpen, setIsOpen] = useState(false)
  const { rows, unread } = money
  const isShown = isOpen && rows.length > 0
  return (
    <section className="el-card" aria-label="Money">
      <dl className={classes.equation}>
        <Amount name="Sheet total" cents={money.sheet}>
          {plural(made.rows.length, 'row')}
        </Amount>
        <Amount name="Ready" cents={money.ready}>
          {plural(found.good, 'receipt')}, {plural(made.rows.length - rows.length, 'row')}
        </Amount>
        <Amount name="Left out" cents={money.leftOut} isOpen={rows.length > 0}>
          {plural(rows.length, 'row')}
          {rows.length > 0 && (
            <>
              ,{' '}
              <button
                type="button"
                className={`${frame.link} ${classes.which}`}
                aria-expanded={isOpen}
                onClick={() => setIsOpen(!isOpen)}
              >
                see which
              </button>
            </>
          )}
        </Amount>
      </dl>
      {unread.length > 0 && (
        <Text className={frame.part} size="ui" c="gray">
          {unread.length === 1 ? '1 cell has' : `${unread.length} cells have`} no amount that can be read,
          such as “{unread[0]}”. {unread.length === 1 ? 'It is' : 'They are'} in no total.
        </Text>
      )}
      {isShown && (
        <section className="el-line" aria-label="Rows left out">
          <CardHead title={`Left out: KES ${shillingsText(money.leftOut)} in ${plural(rows.length, 'row')}`}>
            <DownloadRows
              job={{ ...job, answers: made.answers }}
              count={rows.length}
              reasonsOf={() => leftOutOf(found, made, made.answers)}
            />
          </CardHead>
          <RowList
            label="Rows left out"
            rows={rows}
            first={FIRST_SHOWN}
            columns={[
              { name: 'name', header: 'Student, term', isName: true, cell: ({ name }) => name || '–' },
              { name: 'reason', header: 'Why', cell: ({ reason }) => reason },
              {
                name: 'amount',
                header: 'Amount',
                align: 'right',
                cell: ({ cents }) => shillingsText(cents),
              },
            ]}
            input={undefined}
            renderText={({ reason, cents }) => (
              <Group justify="space-between" wrap="nowrap" align="baseline">
                <span>{reason}</span>
                <span className="el-numbers">{shillingsText(cents)}</span>
              </Group>
            )}
          />
        </section>
      )}
    </section>
  )
}

type AmountProps = { name: string; cents: number; isOpen?: boolean; children: ReactNode }

const Amount = ({ name, cents, isOpen = false, children }: AmountProps) => (
  <div className={classes.amount}>
    <dt className="el-sm el-ink-2">{name}</dt>
    <Box component="dd" className="el-h2 el-numbers" c={isOpen ? 'var(--el-amber)' : undefined}>
      {shillingsText(cents)}
    </Box>
    <dd className="el-sm el-ink-2 el-numbers">{children}</dd>
  </div>
)
