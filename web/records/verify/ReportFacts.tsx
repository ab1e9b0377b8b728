import { countedMean, isUnmarked, meanOf, type Report } from '#contract/reportCards.ts'
import { Message } from '../../ui/Message.tsx'
import { markText } from '../amounts.ts'
import { Comment } from './Comment.tsx'
import classes from './FactsTable.module.css'

/** A report as it was typed. */
export function ReportFacts({ report }: { report: Report }) {
  const { marks, grade } = report
  const mark = countedMean(report)
  const mean = meanOf(marks)
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Subject</th>
            <th scope="col" className={classes.number}>
              Mark
            </th>
            <th scope="col" className={classes.grade}>
              Grade
            </th>
          </tr>
        </thead>
        <tbody>
          {marks.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.subject_name}</th>
              <td className={classes.number}>{!isUnmarked(row.grade) && markText(row.mark)}</td>
              <td className={classes.grade}>{row.grade}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Mean score and grade</th>
            <td className={classes.number}>{mark !== null && markText(mark)}</td>
            <td className={classes.grade}>{grade}</td>
          </tr>
        </tfoot>
      </table>
      {mean !== undefined && mean !== mark && (
        <div className={classes.hint}>
          <Message tone="note">The mean of these marks is {markText(mean)}.</Message>
        </div>
      )}
      <Comment title="Teacher comment">{report.teacher_comment}</Comment>
      <Comment title="Liaison comment">{report.liaison_comment}</Comment>
      <Comment title="Action plan">{report.action_plan ?? ''}</Comment>
      <Comment title="Psychosocial">{report.psychosocial ?? ''}</Comment>
    </>
  )
}
