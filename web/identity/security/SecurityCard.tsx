import { Button, Group } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, type TablerIcon } from '@tabler/icons-react'
import { type Key, type ReactNode } from 'react'
import { CardHead } from '../../ui/card/CardHead.tsx'
import { focusOnMount } from '../../ui/modal/focusOnMount.ts'
import type { RowAction } from '../../ui/IconButton.tsx'
import { ListCard } from '../../ui/list/ListCard.tsx'
import type { ListColumn } from '../../ui/list/ListColumn.ts'
import { ListTable } from '../../ui/list/ListTable.tsx'
import { Message } from '../../ui/Message.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import classes from './security.module.css'

type SecurityCardProps<Row> = {
  title: string
  about: string
  /** The button for all rows. */
  action?: ReactNode
  columns: ListColumn<Row>[]
  rows: Row[]
  rowKey: (row: Row) => Key
  /** What a phone shows of a row. */
  card: (row: Row) => {
    title: ReactNode
    lines?: string[]
    facts: { label: string; value: ReactNode }[]
    actions: RowAction[]
    why?: string | undefined
  }
  /** The content that is open below one row. */
  open?: { key: Key; content: ReactNode } | undefined
  /** Between head and table, such as the result of a change. */
  notice?: ReactNode
  /** Below the table. */
  children?: ReactNode
}

/** A card of the page Security: a table, on phones a list. */
export function SecurityCard<Row>(props: SecurityCardProps<Row>) {
  const { title, about, action, columns, rows, rowKey, card, open, notice, children } = props
  const detail = (row: Row) => rowKey(row) === open?.key && open.content
  const isPhone = useIsPhone()
  return (
    <section className="el-card el-frame" aria-label={title}>
      <CardHead title={title} about={about}>
        {action}
      </CardHead>
      {notice && <div className={classes.notice}>{notice}</div>}
      {rows.length > 0 &&
        (isPhone ? (
          <ul className={classes.cards}>
            {rows.map((row) => {
              const { lines = [], why, ...shown } = card(row)
              return (
                <li key={rowKey(row)}>
                  <ListCard {...shown} lines={lines} why={why}>
                    {detail(row)}
                  </ListCard>
                </li>
              )
            })}
          </ul>
        ) : (
          <ListTable label={title} columns={columns} rows={rows} rowKey={rowKey} detail={detail} />
        ))}
      {children && <div className={classes.after}>{children}</div>}
    </section>
  )
}

const deviceIcons: [RegExp, TablerIcon][] = [
  [/iPad|Tablet/i, IconDeviceTablet],
  [/Android|iPhone|iOS/i, IconDeviceMobile],
]

type Device = { device: string; is_this: boolean }

export function DeviceName({ device, is_this }: Device) {
  const [, Icon = IconDeviceDesktop] = deviceIcons.find(([pattern]) => pattern.test(device)) ?? []
  return (
    <Group gap={12} wrap="nowrap">
      <Icon size={20} className="el-ink-3" aria-hidden />
      {device}
      {is_this && <StatusBadge word="This device" tone="green" shape="circle" />}
    </Group>
  )
}

export type RowChange = { isPending: boolean; mutate: (id: number) => void }

type RowButtonProps = { verb: string; row: { id: number; device: string }; change: RowChange }

export const RowButton = ({ verb, row: { id, device }, change }: RowButtonProps) => (
  <Button
    variant="default"
    size="xs"
    aria-label={`${verb} ${device}`}
    disabled={change.isPending}
    onClick={() => change.mutate(id)}
  >
    {verb}
  </Button>
)

type Change = { submittedAt: number; error: Error | null; data: { message: string } | undefined }

/** The result of a change in this card. */
export function ChangeNotice({ change: { submittedAt, error, data } }: { change: Change }) {
  if (error) return <Message tone="bad">{error.message}</Message>
  return (
    data && (
      // The button of the removed row had the focus.
      <div key={submittedAt} ref={focusOnMount} tabIndex={-1}>
        <Message tone="done">{data.message}</Message>
      </div>
    )
  )
}
