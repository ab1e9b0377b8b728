import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NOT_KNOWN } from '#contract/base/unknown.ts'
import type { ReportCard } from '#contract/records/reportCards.ts'
import type { PrintedThing } from '#contract/privacy/accesses.ts'
import type { Student } from '#contract/students/students.ts'
import { useNotePrint } from '../privacy/accesses/useNotePrint.ts'
import { recordStatusWord } from '../records/RecordStatusBadge.tsx'
import { PrintSheet } from '../ui/print/PrintSheet.tsx'
import { classAndYear, useYearReportCards } from './academics/yearReportCards.ts'
import { Comments } from './academics/Comments.tsx'
import { progressTable } from './academics/progressTable.ts'
import { ProgressTable } from './academics/ProgressTable.tsx'
import { Facts } from './FactsCard.tsx'
import { yearReceiptsQuery } from './finance/financeApi.ts'
import { YearStatement } from './finance/YearLedger.tsx'
import classes from './Profile.module.css'
import { useChosenYear } from './YearChoice.tsx'

/** The parts of a profile that can be printed separately. */
export const sheetParts = {
  academics: 'Academic Progress',
  finance: 'Financial Statements',
} as const satisfies Record<string, PrintedThing>

/** The printed profile: the facts, and the open years of progress and statements; or one of these alone. */
export function ProfileSheet({ student }: { student: Student }) {
  const { cards = [] } = useYearReportCards(student)
  const { chosen: year } = useChosenYear('finance_year', student.annual_finance)
  const { data: receipts = [] } = useQuery(yearReceiptsQuery(student.id, year?.id))
  return (
    <PrintSheet title={student.name} lines={[student.ref]}>
      {(part) => (
        <>
          <NotePrint
            student={student}
            what={Object.values(sheetParts).find((known) => known === part) ?? 'Profile'}
          />
          {!part && <Profile student={student} />}
          {part !== sheetParts.finance && cards.length > 0 && <Progress cards={cards} />}
          {part !== sheetParts.academics && year && receipts.length > 0 && (
            <Section
              title={sheetParts.finance}
              lines={[`Receipts for ${year.year_name}, in Kenya shillings`]}
            >
              <YearStatement receipts={receipts} year={year.year_name} />
            </Section>
          )}
        </>
      )}
    </PrintSheet>
  )
}

/** Rendered only while the sheet is printed. */
function NotePrint({ student: { id }, what }: { student: Student; what: PrintedThing }) {
  useNotePrint(id, what)
  return null
}

const Profile = ({ student }: { student: Student }) => (
  <>
    <Facts student={student} />
    {!student.not_shared.includes('profile') && (
      <Section title="Student Background" lines={[]}>
        <div className="el-prose">{student.background ?? NOT_KNOWN}</div>
      </Section>
    )}
  </>
)

/** A student's year: the marks, and the comments of each term. */
const Progress = ({ cards }: { cards: ReportCard[] }) => (
  <Section title={sheetParts.academics} lines={[classAndYear(cards), ...schoolsOf(cards)]}>
    <ProgressTable cards={cards} rows={progressTable(cards)}>
      <tr>
        <th scope="row">Verification</th>
        {cards.map(({ id, status }) => (
          <td key={id}>{recordStatusWord(status)}</td>
        ))}
      </tr>
    </ProgressTable>
    {cards.map((card) => (
      <section key={card.id}>
        <h3 className="el-h3">{card.term}</h3>
        <Comments card={card} />
      </section>
    ))}
  </Section>
)

/** The schools of the year, which may be two. */
const schoolsOf = (cards: ReportCard[]) => [...new Set(cards.flatMap(({ school }) => school ?? []))]

const Section = ({ title, lines, children }: { title: string; lines: string[]; children: ReactNode }) => (
  <section className={classes.printed}>
    <h2 className="el-h2">{title}</h2>
    {lines.map((line) => (
      <p key={line} className="el-ink-2">
        {line}
      </p>
    ))}
    {children}
  </section>
)
