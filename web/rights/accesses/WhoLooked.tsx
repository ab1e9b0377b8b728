import { Button, VisuallyHidden } from '@mantine/core'
import {
  IconDownload,
  IconEyeOff,
  IconFileTypeCsv,
  IconFileZip,
  IconInfoCircle,
  IconPrinter,
  IconSend,
  type TablerIcon,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roleName } from '#contract/permissions.ts'
import {
  ACCESS_DAYS,
  ACCESS_MONTHS,
  type Accesses,
  type DepartureKind,
  departureKinds,
} from '#contract/rights/accesses.ts'
import { initialsOf, tintOf } from '../../students/files/StudentPicture.tsx'
import { call } from '../../ui/call.ts'
import { saveDownload } from '../../ui/export/saveDownload.ts'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { formatDateTime, formatDay, formatTime } from '../../ui/formatDate.ts'
import { ListEmpty } from '../../ui/list/ListEmpty.tsx'
import { ListTable } from '../../ui/list/ListTable.tsx'
import type { ListColumn } from '../../ui/list/ListColumn.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import type { RecordStudent } from '../erasure/erasureApi.ts'
import {
  accessDownload,
  countsOf,
  daysOf,
  type Departure,
  departureCounts,
  departureWords,
  linesOf,
  type PersonDay,
} from './accessWords.ts'
import classes from './accesses.module.css'

const times = [
  { value: String(ACCESS_DAYS), label: `The last ${ACCESS_DAYS} days` },
  { value: '365', label: 'The last 12 months' },
  { value: '730', label: 'The last 24 months' },
]

/** What is shown: everything by day, the views only, or what left only. */
type Shown = 'all' | 'views' | 'left'

/** Who opened a student's record, and what left Elimu. */
export function WhoLooked({ student }: { student: RecordStudent }) {
  const [days, setDays] = useState(String(ACCESS_DAYS))
  const [user, setUser] = useState('')
  const [shown, setShown] = useState<Shown>('all')
  const { data, error, refetch } = useQuery({
    queryKey: ['student', student.id, 'accesses', days, user],
    queryFn: async ({ signal }) =>
      (
        await call('GET /api/students/:id/accesses', {
          params: { id: student.id },
          query: { days: Number(days), ...(user && { user }) },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
  })
  const time = times.find(({ value }) => value === days)?.label ?? ''
  const isEmpty = data?.views.length === 0 && data.left.length === 0
  return (
    <section className="el-card el-frame" aria-labelledby="looked">
      <header className={classes.head}>
        <div>
          <h2 id="looked" className="el-h2">
            Who looked
          </h2>
          <p className="el-ui el-ink-2">
            {shown === 'left'
              ? 'What left Elimu, the newest first'
              : 'Views are counted by day; what left Elimu is listed one by one'}
          </p>
        </div>
        <div className={classes.tools}>
          <SelectBox
            aria-label="Time"
            data={times}
            value={days}
            onChange={({ currentTarget }) => setDays(currentTarget.value)}
          />
          <SelectBox
            aria-label="Person"
            placeholder="Everybody"
            data={(data?.people ?? []).map(({ user_id, name }) => ({ value: String(user_id), label: name }))}
            value={user}
            onChange={({ currentTarget }) => setUser(currentTarget.value)}
          />
          <Button
            variant="default"
            aria-label="Download CSV"
            disabled={!data || isEmpty}
            leftSection={<IconFileTypeCsv size={20} aria-hidden />}
            onClick={() => {
              if (!data) return
              void saveDownload(accessDownload(student.ref), 'csv', linesOf(daysOf(data)))
              void call('POST /api/students/:id/printed', {
                params: { id: student.id },
                body: { what: 'Who looked' },
              })
            }}
          >
            CSV
          </Button>
        </div>
      </header>
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <VisuallyHidden component="output">Loading who looked</VisuallyHidden>}
      {data && isEmpty && (
        <ListEmpty
          icon={IconEyeOff}
          title={`Nobody opened this record in ${time.toLowerCase()}`}
          hint={`Choose a longer time, up to ${ACCESS_MONTHS} months.`}
        />
      )}
      {data && !isEmpty && (
        <>
          <Sums accesses={data} shown={shown} onShow={setShown} />
          {shown === 'left' ? (
            <Departures left={data.left} />
          ) : (
            <Days accesses={shown === 'views' ? { ...data, left: [] } : data} />
          )}
        </>
      )}
      <p className={classes.foot}>
        <IconInfoCircle size={18} aria-hidden />
        <span>
          Stored for {ACCESS_MONTHS} months. Lists are not counted, only opened records. Only administrators
          and directors see this section.
        </span>
      </p>
    </section>
  )
}

type SumsProps = { accesses: Accesses; shown: Shown; onShow: (shown: Shown) => void }

/** Two figures that filter; pressed again, everything is shown. */
function Sums({ accesses: { views, left, total }, shown, onShow }: SumsProps) {
  const people = new Set(views.map(({ user_id }) => user_id)).size
  const button = (kind: Shown) => ({
    type: 'button' as const,
    className: classes.sum,
    'aria-pressed': shown === kind,
    onClick: () => onShow(shown === kind ? 'all' : kind),
  })
  return (
    <fieldset className={classes.sums} aria-label="Filter">
      <button {...button('views')}>
        <b>{total}</b>
        <span>
          {total === 1 ? 'view' : 'views'} by {people === 1 ? '1 person' : `${people} people`}
        </span>
      </button>
      <button {...button('left')} data-left>
        <b>{left.length}</b>
        <span>left Elimu</span>
        <span className={classes.hows}>
          {departureCounts(left).map(({ how, words }) => {
            const Icon = icons[how]
            return (
              <span key={how}>
                <Icon size={16} aria-hidden />
                {words}
              </span>
            )
          })}
        </span>
      </button>
    </fieldset>
  )
}

const icons: Record<DepartureKind, TablerIcon> = {
  download: IconDownload,
  print: IconPrinter,
  export: IconFileZip,
  letter: IconSend,
}

const Days = ({ accesses }: { accesses: Pick<Accesses, 'views' | 'left'> }) => (
  <ol>
    {daysOf(accesses).map(({ day, people }) => (
      <li key={day}>
        <h3 className={classes.day}>{formatDay(day)}</h3>
        <ul className="el-ruled">
          {people.map((person) => (
            <PersonRow key={person.user_id} person={person} />
          ))}
        </ul>
      </li>
    ))}
  </ol>
)

const PersonRow = ({ person }: { person: PersonDay }) => (
  <li className={classes.row}>
    <Person person={person} />
    <div>
      <p className={classes.counts}>
        {countsOf(person.counts).map(({ word, count }) => (
          <span key={word}>
            {word} <b>{count}</b>
          </span>
        ))}
      </p>
      {person.left.length > 0 && (
        <ul className={classes.left}>
          {person.left.map((departure) => {
            const Icon = icons[departure.how]
            return (
              <li key={departure.id}>
                <Icon size={18} aria-hidden />
                <span className="el-grow el-break">{departureWords(departure)}</span>
                <time dateTime={departure.at}>{formatTime(departure.at)}</time>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  </li>
)

const Person = ({
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

function Departures({ left }: { left: Departure[] }) {
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
