import { Box, Group, Text } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { shillingsText } from '#contract/records/receipts.ts'
import { CardHead } from '../../../ui/card/CardHead.tsx'
import { listOf, plural } from '../../../ui/plural.ts'
import { DownloadRows } from '../../DownloadRows.tsx'
import frame from '../../imports.module.css'
import { ownTotal } from '../../sheet/ownTotal.ts'
import { saveLeftOut } from '../../sheet/saveRows.ts'
import classes from './Money.module.css'
import { signedText, type Sums } from './moneyOf.ts'
import { leftOutOf } from './problems.ts'
import { type CheckedProps, RowList } from './RowGroup.tsx'

const FIRST_SHOWN = 20

type MoneyProps = CheckedProps & { money: Sums }

/** The money of a sheet of receipts as an equation, and the rows that are left out on request. */
export function Money({ found, made, job, settled, money }: MoneyProps) {
  const own = useMemo(() => ownTotal(job, settled.decimals), [job, settled.decimals])
  const [isOpen, setIsOpen] = useState(false)
  const { rows, unread, given } = money
  const isShown = isOpen && rows.length > 0
  return (
    <section className="el-line" aria-label="Money">
      <dl className={classes.equation}>
        <Amount
          name="Sheet total"
          cents={money.sheet}
          about={
            given.rows > 0 &&
            `KES ${shillingsText(given.cents)} of it you gave, in ${plural(given.rows, 'row')}`
          }
        >
          {plural(made.rows.length, 'row')}
          {own &&
            (own.cents === money.sheet
              ? '; the sheet’s own total agrees'
              : `; ${listOf(own.rows)} says ${shillingsText(own.cents)}`)}
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
      <Bar {...money} />
      {unread.length > 0 && (
        <Text className={frame.part} size="ui" c="gray">
          {unread.length === 1 ? '1 cell has' : `${unread.length} cells have`} no amount that can be read,
          such as “{unread[0]}”. {unread.length === 1 ? 'It is' : 'They are'} in no total.
        </Text>
      )}
      {isShown && (
        <Box
          component="section"
          className="el-line"
          aria-label="Rows left out"
          __vars={{ '--rows-inset': '20px' }}
        >
          <CardHead title={`Left out: KES ${shillingsText(money.leftOut)} in ${plural(rows.length, 'row')}`}>
            <DownloadRows
              count={rows.length}
              onSave={() => saveLeftOut(job, settled, leftOutOf('receipts', found, made, job.corrections))}
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
                cell: ({ cents }) => signedText(cents),
              },
            ]}
            input={undefined}
            renderText={({ reason, cents }) => (
              <Group justify="space-between" wrap="nowrap" align="baseline">
                <span>{reason}</span>
                <span className="el-numbers">{signedText(cents)}</span>
              </Group>
            )}
          />
        </Box>
      )}
    </section>
  )
}

/** The picture of the equation: what is ready of the sheet's total. */
const Bar = ({ sheet, ready }: Sums) => (
  <Box
    className={classes.bar ?? ''}
    __vars={{ '--share': `${sheet > 0 ? Math.min(100, (100 * ready) / sheet) : 0}%` }}
    aria-hidden
  />
)

type AmountProps = { name: string; cents: number; isOpen?: boolean; about?: ReactNode; children: ReactNode }

const Amount = ({ name, cents, isOpen = false, about, children }: AmountProps) => (
  <div className={classes.amount}>
    <dt className="el-sm el-ink-2">{name}</dt>
    <Box component="dd" className="el-h2 el-numbers" c={isOpen ? 'var(--el-amber)' : undefined}>
      {shillingsText(cents)}
    </Box>
    <dd className="el-sm el-ink-2 el-numbers">{children}</dd>
    {about && <dd className="el-sm el-ink-2 el-numbers">{about}</dd>}
  </div>
)
