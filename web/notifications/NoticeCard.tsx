import type { NoticeRow } from '#contract/notifications.ts'
import { ListCard } from '../ui/list/ListCard.tsx'
import type { RowAction } from '../ui/RowAction.ts'
import { nameOf } from './noticeActions.ts'
import classes from './NoticeCard.module.css'
import { noticeGroups, stateNames } from './noticeColumns.tsx'
import { NoticeCount, noticeStates } from './NoticeCount.tsx'

type NoticeCardProps = { row: NoticeRow; actions: RowAction[] }

/** A term on a phone. */
export const NoticeCard = ({ row, actions }: NoticeCardProps) => (
  <ListCard
    title={nameOf(row)}
    lines={[]}
    facts={noticeGroups.map(({ prefix, title }) => ({
      label: title,
      isWide: true,
      value: (
        <div className={classes.counts}>
          {stateNames.map((state) => (
            <div key={state} className={classes.count}>
              <span aria-hidden className={classes.word}>
                {noticeStates[state].word}
              </span>
              <NoticeCount state={state} count={row[`${prefix}_${state}`]} />
            </div>
          ))}
        </div>
      ),
    }))}
    why={actions.find(({ reason }) => reason !== undefined)?.reason}
    actions={actions}
  />
)
