import {
  IconDownload,
  IconFileZip,
  IconMailX,
  IconPrinter,
  IconSend,
  type TablerIcon,
} from '@tabler/icons-react'
import { roleName } from '#contract/permissions.ts'
import { type DepartureKind, departureKinds } from '#contract/privacy/accesses.ts'
import { initialsOf, tintOf } from '../../students/files/StudentPicture.tsx'
import { formatDateTime } from '../../ui/formatDate.ts'
import type { ListColumn } from '../../ui/list/ListColumn.ts'
import { ListTable } from '../../ui/list/ListTable.tsx'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import type { Departure, PersonDay } from './accessWords.ts'
import classes from './accesses.module.css'

export const icons: Record<DepartureKind, TablerIcon> = {
  download: IconDownload,
  print: IconPrinter,
  export: IconFileZip,
  letter: IconSend,
  mistake: IconMailX,
}

export const Person = ({
  person: { user_id, name, role_id },
}: {
  person: Pick<PersonDay, 'user_id' | 'name' | 'role_id'>
}) => (
  <div className={classes.person}>
    <span className={classes.initials} style={tintOf(user_id)} aria-hidden>
      {initialsOf(name)}
    </span>
    <div>
      <b className="el-strong">{name}</b>
      <span className="el-sm el-ink-3">{roleName(role_id)}</span>
    </div>
  </div>
)

const How = ({ departure: { how } }: { departure: Departure }) => {
  const Icon = icons[how]
  return (
    <span className={classes.how}>
      <Icon size={18} aria-hidden />
      {departureKinds[how]}
    </span>
  )
}

/** What left Elimu, one by one. */
export function Departures({ left }: { left: Departure[] }) {
  const isPhone = useIsPhone()
  if (!isPhone)
    return <ListTable label="What left Elimu" columns={columns} rows={left} rowKey={({ id }) => id} />
  return (
    <ul className="el-ruled">
      {left.map((departure) => (
        <li key={departure.id} className={classes.card}>
          <div className="el-between">
            <How departure={departure} />
            <time className="el-sm el-ink-3 el-numbers" dateTime={departure.at}>
              {formatDateTime(departure.at)}
            </time>
          </div>
          <b className="el-strong el-break">{departure.what || REMOVED}</b>
          <p className="el-ui el-ink-2">
            {[departure.name, departure.went_to].filter(Boolean).join(', to: ')}
          </p>
        </li>
      ))}
    </ul>
  )
}

const REMOVED = 'Removed with the record'

const columns: ListColumn<Departure>[] = [
  {
    name: 'at',
    header: 'When',
    cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
  },
  { name: 'person', header: 'Person', cell: (departure) => <Person person={departure} /> },
  { name: 'how', header: 'How', cell: (departure) => <How departure={departure} /> },
  { name: 'what', header: 'What', cell: ({ what }) => what || REMOVED },
  { name: 'went_to', header: 'Went to', cell: ({ went_to }) => went_to },
]
