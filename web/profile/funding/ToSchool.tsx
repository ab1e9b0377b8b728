import { money } from '../../ui/amounts.ts'
import { Amount } from '../../funding/fundingColumns.tsx'
import { covers, findPeriod } from '../../students/promises/periods.ts'
import { promiserOf } from '../../funding/promiseWords.ts'
import { listOf } from '../../ui/plural.ts'
import classes from './Funding.module.css'
import type { FundingProps } from './FundingProps.ts'

/** What the school is to be paid in each term, what others and the charity paid of it, and what it is still owed. */
export function ToSchool({ funding, periods }: FundingProps) {
  const { school, year, year_id, terms, term_figures, commitments } = funding
  const hasAny = term_figures.some(
    ({ to_school, direct, paid }) => to_school !== null || direct > 0 || paid > 0,
  )
  const whoPays = (term_id: number) => {
    const period = findPeriod(periods, year_id, term_id)
    const direct = commitments.filter((each) => each.pays_school && period && covers(each, periods, period))
    return listOf([...new Set(direct.flatMap((each) => promiserOf(each) ?? []))])
  }
  return (
    <section className="el-line" aria-labelledby="to-school">
      <h3 id="to-school" className={classes.heading}>
        To the school
      </h3>
      {hasAny ? (
        <table
          className={classes.table}
          data-part="school"
          aria-label={`Owed to the school in ${year} by term`}
        >
          <thead>
            <tr>
              <th scope="col">Term</th>
              <th scope="col">School fee</th>
              <th scope="col">Paid by others</th>
              <th scope="col">Paid by us</th>
              <th scope="col">Owed</th>
            </tr>
          </thead>
          <tbody>
            {term_figures.map(({ term_id, to_school, direct, paid, owed, has_opened }) => (
              <tr key={term_id}>
                <th scope="row">{terms.find(({ id }) => id === term_id)?.term_name}</th>
                <td data-label="School fee">{to_school === null ? 'Not known' : money(to_school)}</td>
                <td data-label="Paid by others">
                  <Amount of={direct} />
                  {direct > 0 && <span className={classes.by}>{whoPays(term_id)}</span>}
                </td>
                <td data-label="Paid by us">
                  <Amount of={paid} />
                </td>
                <td data-label="Owed" data-owed>
                  {to_school === null ? (
                    'Not known'
                  ) : has_opened ? (
                    owed > 0 ? (
                      <b className={classes.short}>{money(owed)}</b>
                    ) : (
                      <Amount of={0} />
                    )
                  ) : (
                    <span className="el-ink-3">not open yet</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className={classes.nothing}>
          Nobody has said how much goes to {school} in {year}.
        </p>
      )}
    </section>
  )
}
