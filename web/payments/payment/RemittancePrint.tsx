import { useState } from 'react'
import { formatDay } from '#contract/base/days.ts'
import type { Remittance } from '#contract/money/payments.ts'
import { money } from '../../ui/amounts.ts'
import { charity } from '../../ui/charity.ts'
import { formatDate } from '../../ui/formatDate.ts'
import { plural } from '../../ui/plural.ts'
import { PrintedPages } from '../../ui/print/PrintedPages.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import classes from './RemittancePrint.module.css'

type RemittancePrintProps = { lists: Remittance[]; onPrinted: () => void }

/** The remittance lists on paper, each on pages of its own, whose foot names the list and counts its pages. */
export function RemittancePrint({ lists, onPrinted }: RemittancePrintProps) {
  const { name } = useSessionUser()
  const [printed] = useState(() => `Printed ${formatDate(new Date().toISOString())} by ${name}`)
  return (
    <PrintedPages margin="14mm 14mm 18mm" onPrinted={onPrinted}>
      <style>{lists.map((list) => pageStyle(list, printed)).join('\n')}</style>
      {lists.map((list) => (
        <RemittanceList key={list.reference} list={list} />
      ))}
    </PrintedPages>
  )
}

const pageStyle = ({ reference }: Remittance, printed: string) => `
  @page ${reference} {
    counter-increment: ${reference};
    font: 8.5pt var(--mantine-font-family);
    @bottom-left { content: "${reference}" }
    @bottom-center { content: "${CSS.escape(printed)}" }
    @bottom-right { content: "Page " counter(${reference}) }
  }`

function RemittanceList({ list }: { list: Remittance }) {
  const { reference, school, year, term, paid_on, lines, total, total_in_words } = list
  return (
    <article className={classes.list} style={{ page: reference }}>
      <header className={classes.head}>
        <div>
          <p>{charity.name}</p>
          <h1>Remittance list</h1>
        </div>
        <div>
          <p>Our reference</p>
          <b>{reference}</b>
        </div>
      </header>
      <dl className={classes.facts}>
        <div>
          <dt>To the bursar of</dt>
          <dd>{school}</dd>
        </div>
        <div>
          <dt>School fees for</dt>
          <dd>
            {term}, {year}
          </dd>
        </div>
        <div>
          <dt>Paid on</dt>
          <dd>{paid_on ? formatDay(paid_on) : <span className={classes.blank} />}</dd>
        </div>
      </dl>
      <Account list={list} />
      <p className={classes.please}>
        <b>KES {money(total)}</b> {paid_on ? 'was' : 'is'} paid into your account for the{' '}
        {plural(lines.length, 'student')} below. Please write <b>one receipt for each student</b>, with the
        student’s name and admission number.
      </p>
      <table className={classes.table}>
        <thead>
          <tr className={classes.which}>
            <th colSpan={6} scope="colgroup">
              {reference}, {school}: {plural(lines.length, 'student')}
            </th>
          </tr>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Student</th>
            <th scope="col">Adm. No.</th>
            <th scope="col">Class</th>
            <th scope="col">Amount, KES</th>
            <th scope="col">Your receipt No.</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two students may have the same name and number
            <tr key={index}>
              <td>{index + 1}</td>
              <td>
                <b>{line.name}</b>
              </td>
              <td>{line.admission_no}</td>
              <td>{line.class}</td>
              <td>{money(line.amount)}</td>
              <td aria-hidden />
            </tr>
          ))}
        </tbody>
        <tbody className={classes.sum}>
          <tr>
            <td aria-hidden />
            <td colSpan={3}>Total for {plural(lines.length, 'student')}</td>
            <td>{money(total)}</td>
            <td aria-hidden />
          </tr>
        </tbody>
      </table>
      <div className={classes.end}>
        <p>
          In words <b>{total_in_words}</b>
        </p>
        <Signatures list={list} />
        <p className={classes.box}>
          <b>A name or number is wrong, or a student has left?</b> Please call us before you write the
          receipt.
        </p>
      </div>
    </article>
  )
}

/** The account that the money is paid into, as it was at approval. */
function Account({ list: { account } }: { list: Remittance }) {
  if (!account) return null
  const { kind, bank, branch, account_name, number, business_number, by, word } = account
  return (
    <p className={classes.account}>
      {kind === 'bank' ? (
        <>
          <span>
            Into{' '}
            <b>
              {bank}, {branch}
            </b>
          </span>
          <span>
            Account name <b>{account_name}</b>
          </span>
          <span>
            Account <b>{number}</b>
          </span>
        </>
      ) : (
        <>
          <span>
            Into <b>M-Pesa Paybill {business_number}</b>
          </span>
          <span>
            Account <b>{by === 'word' ? word : 'each student’s admission number'}</b>
          </span>
        </>
      )}
    </p>
  )
}

const Signatures = ({ list: { prepared_by, approved_by, approved_at } }: { list: Remittance }) => (
  <div className={classes.signatures}>
    <div>
      <h2>For {charity.name}</h2>
      <p>Prepared by: {prepared_by}</p>
      <p>
        Approved by: {approved_by}
        {approved_at && `, ${formatDate(approved_at)}`}
      </p>
    </div>
    <div>
      <h2>For the school</h2>
      <p>Name and signature</p>
      <p>Date</p>
    </div>
    <div className={classes.stamp}>School stamp</div>
  </div>
)
