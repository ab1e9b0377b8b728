import { type ReportRow } from '#contract/reportCards.ts'
import { UNVERIFIED } from '#contract/records.ts'
import { Message } from '../../ui/Message.tsx'
import classes from './RecordState.module.css'
import { RecordStatusBadge } from '../RecordStatusBadge.tsx'

/** How far a record has come that is edited, and what that edit undoes. */
export const RecordState = ({ record }: { record: Pick<ReportRow, 'status' | 'remark'> }) => (
  <>
    <div className={classes.state}>
      <RecordStatusBadge status={record.status} />
      {record.status !== UNVERIFIED && <span>Saving sets it back to Unverified.</span>}
    </div>
    {record.remark && <Message tone="note">Returned: {record.remark}</Message>}
  </>
)
