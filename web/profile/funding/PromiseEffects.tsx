import { money } from '../../ui/amounts.ts'
import type { Effect, effectsOf } from '../../students/promises/promiseEffects.ts'
import classes from './Funding.module.css'

type PromiseEffectsProps = {
  year: string
  effects: ReturnType<typeof effectsOf>
  nameOf: (term: number) => string
  total: string | undefined
  /** Whether there is nothing to show yet. */
  isEmpty: boolean
}

/** What is to find now, and what is to find with the promise. */
export function PromiseEffects({ year, effects, nameOf, total, isEmpty }: PromiseEffectsProps) {
  return (
    <section className="el-frame" aria-labelledby="effects">
      <h3 id="effects" className={classes.effectsHead}>
        What it changes
      </h3>
      <table className={classes.effects} aria-live="polite">
        <thead>
          <tr>
            <th scope="col">{year}</th>
            <th scope="col">To find now</th>
            <th scope="col">Afterwards</th>
          </tr>
        </thead>
        <tbody>
          {effects.terms.map((term) => (
            <tr key={term.term_id}>
              <th scope="row">{nameOf(term.term_id)}</th>
              <Cells effect={term} isEmpty={isEmpty} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{year}</th>
            <Cells effect={effects.year} isEmpty={isEmpty} />
          </tr>
        </tfoot>
      </table>
      {total && <p className={classes.total}>{total}</p>}
    </section>
  )
}

type CellsProps = { effect: Effect; isEmpty: boolean }

function Cells({ effect: { now, after, above }, isEmpty }: CellsProps) {
  return (
    <>
      <td>{now === null ? 'Not known' : money(now)}</td>
      <td>
        {after === null ? 'Not known' : now === after ? 'No change' : money(after)}
        {!isEmpty && above > 0 && <span className={classes.above}>{money(above)} above plan</span>}
      </td>
    </>
  )
}
