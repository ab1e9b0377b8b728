import { useMemo } from 'react'
import { CardHead } from '../../../ui/card/CardHead.tsx'
import { plural } from '../../../ui/plural.ts'
import { DownloadRows } from '../../DownloadRows.tsx'
import { refundsIn } from '../../sheet/bodyOf.ts'
import type { SheetRow } from '../../sheet/rowsOf.ts'
import { saveLeftOut } from '../../sheet/saveRows.ts'
import { targetsOf } from '../../sheet/targets.ts'
import { Copies } from './Copies.tsx'
import { Duplicates, pairsOf } from './Duplicates.tsx'
import { groupProblems, kindsOf, reasonsOf } from './problems.ts'
import { Problems } from './Problems.tsx'
import { Refunds } from './Refunds.tsx'
import { decisionOf } from './rowAnswers.ts'
import type { CheckedProps } from './RowGroup.tsx'

/** What the user decides about the rows, in the order in which answers change each other. */
export function Questions(props: CheckedProps) {
  const { kind, found, made, money, job, settled } = props
  const kinds = useMemo(() => kindsOf(groupProblems(found.errors, targetsOf(kind))), [found.errors, kind])
  const pairs = useMemo(
    () => (kind === 'students' ? pairsOf(found.duplicates, made) : []),
    [kind, found.duplicates, made],
  )
  const registered = pairs.filter(({ here }) => here.length > 0)
  const inSheet = pairs.filter(({ here }) => here.length === 0)
  const copies = money ? found.duplicates.flatMap(({ row }) => made.sources[row] ?? []) : []
  const asked = kinds.filter((each) => each.kind !== 'waits')
  const isAnyOpen = (rows: SheetRow[]) => rows.some((row) => decisionOf(job.corrections, row) === undefined)
  const waiting = [
    ...asked.map(() => true),
    found.refunds.length > 0 && refundsIn(job.answers) === null,
    isAnyOpen(registered.map(({ source }) => source)),
  ].filter(Boolean).length
  // Both rows are imported until one is called a copy.
  const counting = Number(isAnyOpen([...copies, ...inSheet.map(({ source }) => source)]))
  const open = waiting + counting
  if (kinds.length + found.refunds.length + pairs.length + copies.length === 0) return null
  const centsOf = (rows: Iterable<number>) =>
    money && [...new Set(rows)].reduce((sum, row) => sum + money.cents(row), 0)
  const wrong = new Set(found.errors.map(({ row }) => row))
  const refunded = found.errors.flatMap(({ row, code }) => (code === 'refund' ? row : []))
  const before = asked.filter((each) => each.kind === 'who' || each.kind === 'word')
  const after = asked.filter((each) => !before.includes(each))
  const afterRefunds = before.length + Number(found.refunds.length > 0)
  const afterProblems = afterRefunds + after.length
  const problems = (of: typeof kinds, from?: number) =>
    of.map((each, index) => (
      <Problems
        key={each.kind}
        {...props}
        of={each}
        number={from && from + index}
        cents={centsOf(each.rows)}
      />
    ))
  return (
    <section className="el-card" aria-label="Questions about rows">
      <CardHead
        title={
          open > 0
            ? `${plural(open, 'kind')} of questions ${open === 1 ? 'is' : 'are'} open`
            : 'Every question is answered'
        }
        about={
          waiting > 0 &&
          `One answer counts for all its rows. Rows without an answer are not imported${counting > 0 ? ', except where both count' : ''}.`
        }
      >
        {wrong.size > 0 && (
          <DownloadRows
            count={wrong.size}
            onSave={() => saveLeftOut(job, settled, reasonsOf(found.errors, made))}
          />
        )}
      </CardHead>
      {problems(before, 1)}
      {found.refunds.length > 0 && <Refunds {...props} number={afterRefunds} cents={centsOf(refunded)} />}
      {problems(after, afterRefunds + 1)}
      {registered.length > 0 && (
        <Duplicates {...props} of="registered" pairs={registered} number={afterProblems + 1} />
      )}
      {inSheet.length > 0 && (
        <Duplicates
          {...props}
          of="sheet"
          pairs={inSheet}
          number={afterProblems + Number(registered.length > 0) + 1}
        />
      )}
      {money && copies.length > 0 && <Copies {...props} number={afterProblems + 1} centsOf={money.cents} />}
      {problems(kinds.filter((each) => !asked.includes(each)))}
    </section>
  )
}
