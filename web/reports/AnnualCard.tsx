import { type AmountColumn, type AnnualSums, hasSums } from './annualSums.ts'
import classes from './Annual.module.css'
import { AnnualAmount, countOf } from './AnnualFoot.tsx'
import type { AnnualKind, AnnualLine, AnnualRow } from './AnnualKind.ts'

const BESIDE = { fontSize: 'var(--el-fs-ui)', whiteSpace: 'nowrap' } as const
const NAME = { fontSize: 'var(--el-fs-body)', lineHeight: 'var(--el-lh-ui)' }

type AnnualCardProps = { kind: AnnualKind; amounts: AmountColumn[]; row: AnnualRow }

/** A student's year on a phone: each school with its own terms. */
export const AnnualCard = ({ kind, amounts, row }: AnnualCardProps) => (
  <article className={`el-card ${classes.card}`}>
    <header className={`el-between ${classes.head}`}>
      <h2 className="el-flush el-strong el-break" style={NAME}>
        {row.student}
      </h2>
      <span className="el-ink-2" style={BESIDE}>
        {row.class}
      </span>
    </header>
    {row.schools.map((line) => (
      <div key={line.school} className={classes.school}>
        <p className={`el-ui el-ink-2 el-break ${classes.line}`}>{line.school}</p>
        <AnnualFacts kind={kind} amounts={amounts} line={line} valueOf={({ of }) => of(line)} />
      </div>
    ))}
  </article>
)

type SumsCardProps = { kind: AnnualKind; amounts: AmountColumn[]; sums: AnnualSums }

/** The sums over all rows that match the search, after the last card. */
export const AnnualSumsCard = ({ kind, amounts, sums }: SumsCardProps) =>
  hasSums(sums) && (
    <section className={`el-card ${classes.card}`} data-sums aria-label={kind.sumWord}>
      <header className={`el-between ${classes.head}`}>
        <h2 className="el-flush el-strong el-break" style={NAME}>
          {kind.sumWord}
        </h2>
        <span className="el-ink-2" style={BESIDE}>
          {countOf(sums)}
        </span>
      </header>
      <AnnualFacts kind={kind} amounts={amounts} valueOf={(_column, place) => sums.amounts[place]} />
    </section>
  )

type AnnualFactsProps = {
  kind: AnnualKind
  amounts: AmountColumn[]
  /** The line whose words replace amounts. */
  line?: AnnualLine
  valueOf: (column: AmountColumn, place: number) => number | null | undefined
}

/** The amounts of a line on a phone: the label left, the value right, the total at the end. */
const AnnualFacts = ({ kind, amounts, line, valueOf }: AnnualFactsProps) => (
  <dl className={`el-ui el-numbers ${classes.facts}`}>
    {amounts.map((column, place) => (
      <div
        key={column.name}
        className={`el-between ${classes.fact}`}
        data-total={column.isTotal || undefined}
      >
        <dt>{column.header}</dt>
        <dd>
          <AnnualAmount
            amount={valueOf(column, place)}
            words={line && column.wordsOf(line)}
            show={kind.show}
          />
        </dd>
      </div>
    ))}
  </dl>
)
