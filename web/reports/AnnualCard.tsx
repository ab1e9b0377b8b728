import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type AmountColumn, type AnnualSums, hasSums } from './annualSums.ts'
import classes from './Annual.module.css'
import { AnnualAmount, countOf } from './AnnualFoot.tsx'
import type { AnnualKind, AnnualLine, AnnualRow } from './AnnualKind.ts'

type AnnualCardProps = { kind: AnnualKind; amounts: AmountColumn[]; row: AnnualRow }

/** A student's year on a phone: each school with its own terms. */
export const AnnualCard = ({ kind, amounts, row }: AnnualCardProps) => (
  <article className="el-card el-frame">
    <CardHead title={row.student}>{row.class}</CardHead>
    {row.schools.map((line) => (
      <div key={line.school} className={classes.school}>
        <Text size="ui" c="gray" className="el-break" p="2px 14px 6px">
          {line.school}
        </Text>
        <AnnualFacts kind={kind} amounts={amounts} line={line} valueOf={({ of }) => of(line)} />
      </div>
    ))}
  </article>
)

type SumsCardProps = { kind: AnnualKind; amounts: AmountColumn[]; sums: AnnualSums }

/** The sums over all rows that match the search, after the last card. */
export const AnnualSumsCard = ({ kind, amounts, sums }: SumsCardProps) =>
  hasSums(sums) && (
    <section className={`el-card el-frame ${classes.sums}`} aria-label={kind.sumWord}>
      <CardHead title={kind.sumWord}>{countOf(sums)}</CardHead>
      <AnnualFacts kind={kind} amounts={amounts} valueOf={(_column, index) => sums.amounts[index]} />
    </section>
  )

const CardHead = ({ title, children }: { title: string; children: ReactNode }) => (
  <Group component="header" justify="space-between" align="baseline" gap={10} wrap="nowrap" p="12px 14px 2px">
    <Text component="h2" className="el-break" fz="body" lh="ui" fw={600}>
      {title}
    </Text>
    <Text span inherit className="el-clip" fz="ui" c="gray" flex="none">
      {children}
    </Text>
  </Group>
)

type AnnualFactsProps = {
  kind: AnnualKind
  amounts: AmountColumn[]
  /** The line whose words replace amounts. */
  line?: AnnualLine
  valueOf: (column: AmountColumn, index: number) => number | null | undefined
}

/** The amounts of a line on a phone: the label left, the value right, the total at the end. */
const AnnualFacts = ({ kind, amounts, line, valueOf }: AnnualFactsProps) => (
  <dl className="el-ui el-numbers">
    {amounts.map((column, index) => (
      <div key={column.name} className={classes.fact} data-total={column.isTotal || undefined}>
        <dt>{column.header}</dt>
        <dd>
          <AnnualAmount
            amount={valueOf(column, index)}
            words={line && column.wordsOf(line)}
            show={kind.show}
          />
        </dd>
      </div>
    ))}
  </dl>
)
