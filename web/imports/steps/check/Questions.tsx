import { useMemo } from 'react'
import { CardHead } from '../../../ui/card/CardHead.tsx'
import { plural } from '../../../ui/plural.ts'
import { DownloadRows } from '../../DownloadRows.tsx'
import { saveLeftOut } from '../../sheet/saveRows.ts'
import { targetsOf } from '../../sheet/targets.ts'
import { Copies } from './Copies.tsx'
import { groupProblems, kindsOf, reasonsOf } from './problems.ts'
import { Problems } from './Problems.tsx'
import { Refunds } from './Refunds.tsx'
import type { CheckedProps } from './RowGroup.tsx'

/** What the user decides about the rows, in the order in which answers change each other. */
export function Questions(props: CheckedProps) {
  const { kind, found, made, money, job, settled } = props
  const kinds = useMemo(() => kindsOf(groupProblems(found.errors, targetsOf(kind))), [found.errors, kind])
  const copies = money ? found.duplicates.length : 0
  const asked = kinds.filter((each) => each.kind !== 'waits')
  const count = asked.length + Number(found.refunds.length > 0) + Number(copies > 0)
  if (kinds.length + count === 0) return null
  const centsOf = (rows: Iterable<number>) =>
    money && [...new Set(rows)].reduce((sum, row) => sum + money.cents(row), 0)
  const wrong = new Set(found.errors.map(({ row }) => row))
  const refunded = found.errors.flatMap(({ row, code }) => (code === 'refund' ? row : []))
  const before = asked.filter((each) => each.kind === 'who' || each.kind === 'word')
  const after = asked.filter((each) => !before.includes(each))
  const afterRefunds = before.length + Number(found.refunds.length > 0)
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
        title={`${plural(count, 'kind')} of questions`}
        about="One answer counts for all its rows. Rows without an answer are not imported."
      >
        {wrong.size > 0 && (
          <DownloadRows
            count={wrong.size}
            onSave={() => saveLeftOut(job, settled, reasonsOf(found.errors, made))}
          />
        )}
      </CardHead>
      {problems(before, 1)}
      {found.refunds.length > 0 && (
        <Refunds {...props} number={before.length + 1} cents={centsOf(refunded)} />
      )}
      {problems(after, afterRefunds + 1)}
      {money && copies > 0 && <Copies {...props} number={count} centsOf={money.cents} />}
      {problems(kinds.filter((each) => !asked.includes(each)))}
    </section>
  )
}
