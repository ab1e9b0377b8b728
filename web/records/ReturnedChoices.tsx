import { useEffect, useRef } from 'react'
import type { Returned } from '#contract/records.ts'
import { formatDate } from '../ui/formatDate.ts'
import classes from './form/RecordChoices.module.css'

type ReturnedChoicesProps = { records: Returned[]; onPick: (record: Returned) => void }

export function ReturnedChoices({ records, onPick }: ReturnedChoicesProps) {
  const list = useRef<HTMLUListElement>(null)
  // They come after the modal has given the focus to what was there.
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  return (
    <ul ref={list} className={classes.list}>
      {records.map((record) => (
        <li key={record.id}>
          <button type="button" className={classes.choice} onClick={() => onPick(record)}>
            <span className={classes.term}>{record.student}</span>
            <span className={classes.fact}>
              {record.year}, {record.term}
            </span>
            <span className={classes.meta}>
              {record.ref}. Updated {formatDate(record.updated_at)}
            </span>
            <span className={classes.remark}>Returned: {record.remark}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
