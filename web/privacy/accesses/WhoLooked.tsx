import { Button, VisuallyHidden } from '@mantine/core'
import { IconEyeOff, IconFileTypeCsv, IconInfoCircle } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ACCESS_DAYS, ACCESS_MONTHS, type Accesses } from '#contract/privacy/accesses.ts'
import { call } from '../../ui/call.ts'
import { saveDownload } from '../../ui/export/saveDownload.ts'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { formatDay, formatTime } from '../../ui/formatDate.ts'
import { ListEmpty } from '../../ui/list/ListEmpty.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { messageOf } from '../../ui/http.ts'
import { Message } from '../../ui/Message.tsx'
import type { RecordStudent } from '../erasure/erasureApi.ts'
import {
  accessDownload,
  countsOf,
  daysOf,
  departureCounts,
  departureWords,
  linesOf,
  type PersonDay,
} from './accessWords.ts'
import { Departures, icons, Person } from './Departures.tsx'
import classes from './accesses.module.css'

const times = [
  { value: String(ACCESS_DAYS), label: `The last ${ACCESS_DAYS} days` },
  { value: '365', label: 'The last 12 months' },
  { value: '730', label: 'The last 24 months' },
]

const everybody = { value: '', label: '' }

/** The filter: everything by day, only the views, or only what left Elimu. */
type Shown = 'all' | 'views' | 'left'

/** Who opened a student's record, and what left Elimu. */
export function WhoLooked({ student }: { student: RecordStudent }) {
  const [days, setDays] = useState(String(ACCESS_DAYS))
  const [person, setPerson] = useState(everybody)
  const { value: user } = person
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
  const seen = data?.people.map(({ user_id, name }) => ({ value: String(user_id), label: name })) ?? []
  // The chosen person stays in the list, even if they did nothing in the time that is shown.
  const isElsewhere = user !== '' && !seen.some(({ value }) => value === user)
  const people = isElsewhere ? [...seen, person] : seen
  const rows = data && { ...data, ...hidden[shown] }
  const download = useAccessDownload(student)
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
            data={people}
            value={user}
            onChange={({ currentTarget }) =>
              setPerson(people.find(({ value }) => value === currentTarget.value) ?? everybody)
            }
          />
          <Button
            variant="default"
            aria-label="Download CSV"
            disabled={!rows || isEmpty(rows) || download.isPending}
            leftSection={<IconFileTypeCsv size={20} aria-hidden />}
            onClick={() => rows && download.mutate(rows)}
          >
            CSV
          </Button>
        </div>
      </header>
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <VisuallyHidden component="output">Loading who looked</VisuallyHidden>}
      {download.error && <Message tone="bad">{messageOf(download.error)}</Message>}
      {data && !isEmpty(data) && <Sums accesses={data} shown={shown} onShow={setShown} />}
      {rows &&
        (isEmpty(rows) ? (
          <ListEmpty
            icon={IconEyeOff}
            title={`${emptyTitle(shown, person.label)} in ${time.toLowerCase()}`}
            hint={`Choose a longer time, up to ${ACCESS_MONTHS} months.`}
          />
        ) : shown === 'left' ? (
          <Departures left={rows.left} />
        ) : (
          <Days accesses={rows} />
        ))}
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

type Rows = Pick<Accesses, 'views' | 'left'>

/** By filter: the lists that it empties. */
const hidden: Record<Shown, Partial<Rows>> = { all: {}, views: { left: [] }, left: { views: [] } }

const isEmpty = ({ views, left }: Rows) => views.length === 0 && left.length === 0

function emptyTitle(shown: Shown, name: string): string {
  if (shown === 'left') return 'Nothing left Elimu'
  return `${name || 'Nobody'} ${name ? 'did not open' : 'opened'} this record`
}

/** Saves the shown rows, once the download is recorded. */
function useAccessDownload({ id, ref }: RecordStudent) {
  const client = useQueryClient()
  return useMutation({
    async mutationFn(rows: Rows) {
      const body = { what: 'Who looked', how: 'download' } as const
      await call('POST /api/students/:id/printed', { params: { id }, body })
      await saveDownload(accessDownload(ref), 'csv', linesOf(daysOf(rows)))
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['student', id, 'accesses'] }),
  })
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

const Days = ({ accesses }: { accesses: Rows }) => (
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
