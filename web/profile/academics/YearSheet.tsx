import type { ReportCard } from '#contract/reportCards.ts'
import type { Student } from '#contract/students.ts'
import { PrintSheet } from '../../ui/print/PrintSheet.tsx'
import { recordStatusWord } from '../../records/RecordStatusBadge.tsx'
import { Comments } from './Comments.tsx'
import { ProgressTable } from './ProgressTable.tsx'
import type { ProgressRow } from './progressTable.ts'
import classes from './YearSheet.module.css'

type YearSheetProps = { student: Student; cards: ReportCard[]; rows: ProgressRow[] }

/** A student's year on paper: the marks, and the comments of each term. */
export const YearSheet = ({ student, cards, rows }: YearSheetProps) => (
  <PrintSheet title={student.name} lines={[student.ref, ...schoolsOf(cards), classAndYear(cards)]}>
    {() => (
      <>
        <ProgressTable cards={cards} rows={rows}>
          <tr>
            <th scope="row">Verification</th>
            {cards.map(({ id, status }) => (
              <td key={id}>{recordStatusWord(status)}</td>
            ))}
          </tr>
        </ProgressTable>
        {cards.map((card) => (
          <section key={card.id}>
            <h2 className={classes.term}>{card.term}</h2>
            <Comments card={card} />
          </section>
        ))}
      </>
    )}
  </PrintSheet>
)

/** The schools of the year, which may be two. */
const schoolsOf = (cards: ReportCard[]) => [...new Set(cards.map(({ school }) => school))]

/** `Form 3, 2025` */
export const classAndYear = (cards: Pick<ReportCard, 'class' | 'year'>[]) =>
  [cards.at(-1)?.class, cards.at(-1)?.year].join(', ')
