import { type ReactNode, useEffect, useRef } from 'react'
import type { ReportRow } from '#contract/reportCards.ts'
import { formatDate } from '../../ui/formatDate.ts'
import classes from './RecordChoices.module.css'
import { RecordStatusBadge } from '../RecordStatusBadge.tsx'

export type PickableRecord = Pick<
  ReportRow,
  'id' | 'year' | 'term' | 'class' | 'status' | 'remark' | 'entered_by' | 'updated_at'
>

type RecordChoicesProps<Row extends PickableRecord> = {
  records: Row[]
  onPick: (record: Row) => void
  factOf?: ((record: Row) => ReactNode) | undefined
}

export function RecordChoices<Row extends PickableRecord>(props: RecordChoicesProps<Row>) {
  const { records, onPick, factOf } = props
  const list = useRef<HTMLUListElement>(null)
  // They come after the modal has given the focus to what was there.
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  return (
    <ul ref={list} className={classes.list}>
      {records.map((record) => (
        <li key={record.id}>
          <button type="button" className={classes.choice} onClick={() => onPick(record)}>
            <span className={classes.term}>
              {record.year}, {record.term}
            </span>
            <span className={classes.facts}>
              {factOf && <span className={classes.fact}>{factOf(record)}</span>}
              <RecordStatusBadge status={record.status} />
            </span>
            <span className={classes.meta}>
              {record.class}. Updated {formatDate(record.updated_at)} by {record.entered_by}
            </span>
            {record.remark && <span className={classes.remark}>Returned: {record.remark}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}
