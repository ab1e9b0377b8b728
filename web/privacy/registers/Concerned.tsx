import { Button, Group } from '@mantine/core'
import { IconEye, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { daysFrom } from '#contract/base/days.ts'
import type { BreachStudent, Concerned as Found } from '#contract/privacy/breaches.ts'
import { userName } from '#contract/users.ts'
import { call } from '../../ui/call.ts'
import { DateField } from '../../ui/form/date/DateField.tsx'
import { SearchSelect } from '../../ui/form/SearchSelect.tsx'
import { useToday } from '../../ui/form/FormFields.tsx'
import { formatDateTime } from '../../ui/formatDate.ts'
import { messageOf } from '../../ui/http.ts'
import { Message } from '../../ui/Message.tsx'
import { plural } from '../../ui/plural.ts'
import classes from './registers.module.css'

const WEEK_DAYS = 7
/** Names are shown up to this number. */
const NAMED = 50

type ConcernedProps = { onAdd: (students: BreachStudent[]) => void }

/** Proposes the children whose records a user opened, downloaded or printed. */
export function Concerned(props: ConcernedProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <Proposal {...props} />
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<IconEye size={18} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Who could be concerned
      </Button>
    </Group>
  )
}

function Proposal({ onAdd }: ConcernedProps) {
  const today = useToday()
  const [user, setUser] = useState('')
  const [from, setFrom] = useState(() => daysFrom(today, -WEEK_DAYS))
  const [to, setTo] = useState(today)
  const users = useQuery(usersQuery)
  const { data, error } = useQuery({
    queryKey: ['breaches', 'concerned', user, from, to],
    queryFn: async ({ signal }) =>
      (await call('GET /api/breaches/concerned', { query: { user: Number(user), from, to }, signal })).data,
    enabled: user !== '',
  })
  return (
    <fieldset className={classes.proposal}>
      <legend>Who could be concerned</legend>
      <p className="el-sm el-ink-2">
        The children whose records a user opened, or took something of, by ‘Who looked’.
      </p>
      <div className={classes.asked}>
        <SearchSelect
          label="Through whose account"
          placeholder="Search by name"
          data={users.data}
          value={user}
          onChange={setUser}
          error={users.error && messageOf(users.error)}
        />
        <DateField label="From" max={today} value={from} onChange={setFrom} />
        <DateField label="To" max={today} value={to} onChange={setTo} />
      </div>
      {error && <Message tone="bad">{messageOf(error)}</Message>}
      {data && <Children found={data} onAdd={onAdd} />}
    </fieldset>
  )
}

const usersQuery = {
  queryKey: ['users', 'to choose'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { data } = await call('GET /api/getUsers', { signal })
    return data.map((user) => ({
      value: String(user.id),
      label: `${userName(user)}, ${user.roles.role}`,
    }))
  },
}

type ChildrenProps = ConcernedProps & { found: Found }

function Children({ found: { students, lists }, onAdd }: ChildrenProps) {
  return (
    <>
      <output className="el-ui">
        {students.length === 0
          ? 'This user opened no record in these days.'
          : `${plural(students.length, 'student')} found.`}
      </output>
      {lists.map(({ at, what }) => (
        <Message key={`${at} ${what}`} tone="note">
          {formatDateTime(at)}: downloaded {what}. Every student of that list could be concerned.
        </Message>
      ))}
      {students.length > 0 && (
        <>
          <ul className={`el-frame el-ruled ${classes.found}`}>
            {students.slice(0, NAMED).map((student) => (
              <li key={student.id} className={classes.row}>
                <span className="el-break">
                  {student.name}, <span className="el-clip">{student.ref}</span>
                </span>
                <span className="el-sm el-ink-2">{reasonOf(student)}</span>
              </li>
            ))}
            {students.length > NAMED && <li className={classes.row}>and {students.length - NAMED} more</li>}
          </ul>
          <Group>
            <Button
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => onAdd(students.map(({ id, name, ref }) => ({ id, name, ref })))}
            >
              {students.length === 1 ? 'Add the student' : `Add the ${students.length} students`}
            </Button>
          </Group>
        </>
      )}
    </>
  )
}

const reasonOf = ({ days, left }: Found['students'][number]) =>
  [days > 0 && `opened on ${plural(days, 'day')}`, left > 0 && `took something ${plural(left, 'time')}`]
    .filter(Boolean)
    .join(', ')
