import { useId, useState } from 'react'
import type { Report } from '#contract/reportCards.ts'
import { Message } from '../../ui/Message.tsx'
import { Segments } from '../Segments.tsx'
import { Comments } from './Comments.tsx'
import classes from './AcademicProgress.module.css'

/** The comments of the term that is chosen, at first the last. */
export function TermComments({ reports }: { reports: Report[] }) {
  const id = useId()
  const [chosen, setChosen] = useState<number>()
  const report = reports.find(({ term_id }) => term_id === chosen) ?? reports.at(-1)
  if (!report) return null
  return (
    <section className={classes.part} aria-labelledby={id}>
      <div className={classes.partHead}>
        <h3 id={id} className={classes.partTitle}>
          Comments
        </h3>
        <Segments
          label="Term"
          choices={reports.map(({ term_id, term }) => ({ id: term_id, name: term }))}
          chosen={report.term_id}
          onChoose={setChosen}
        />
      </div>
      {report.remark && <Message tone="note">Returned: {report.remark}</Message>}
      <Comments report={report} />
    </section>
  )
}
