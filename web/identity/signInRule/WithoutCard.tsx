import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { DAY_MS } from '#contract/base/days.ts'
import { fold } from '#contract/base/lists.ts'
import { roleName } from '#contract/permissions.ts'
import { formatDate } from '../../ui/formatDate.ts'
import type { ListColumn } from '../../ui/list/ListColumn.ts'
import { ListTable } from '../../ui/list/ListTable.tsx'
import { useMore } from '../../ui/list/useMore.tsx'
import { plural } from '../../ui/plural.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import type { SignIn } from '../accountApi.ts'
import classes from './signInRule.module.css'
import { countOf } from './signInCounts.ts'

type User = SignIn['without'][number]

const FIRST = 5

/** The users without a second step, those who must set one up first. */
export function WithoutCard({ signIn, now }: { signIn: SignIn; now: number }) {
  const { without: users, roles } = signIn
  const all = countOf(roles, 'all')
  const isPhone = useIsPhone()
  const [search, setSearch] = useState('')
  const found = users.filter(({ name, role_id }) =>
    fold(`${name} ${roleName(role_id)}`).includes(fold(search)),
  )
  const isAll = users.length >= all.users - all.have
  const [first, more] = useMore(found, {
    first: FIRST,
    allWords: `Show ${isAll ? 'all' : 'the first'} ${users.length}`,
  })
  const shown = search ? found : first
  return (
    <section className="el-card el-frame">
      <div className={`el-between el-wrap ${classes.head}`}>
        <div>
          <h2 className="el-h2">Who does not yet</h2>
          <p className="el-ui el-ink-2">{plural(all.users - all.have, 'user')}, those who must first</p>
        </div>
        <TextInput
          type="search"
          aria-label="Search by name or role"
          placeholder="Search by name or role"
          leftSection={<IconSearch size={18} aria-hidden />}
          w={{ base: '100%', sm: 300 }}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </div>
      {shown.length === 0 && <p className={`el-line ${classes.none}`}>No user matches “{search}”.</p>}
      {isPhone ? (
        <ul>
          {shown.map((user) => (
            <li key={user.id} className={`el-line el-ui ${classes.user}`}>
              <b>{user.name}</b>
              <span className="el-sm el-ink-2">
                {roleName(user.role_id)}
                {user.due && `, until ${formatDate(user.due)}`}
              </span>
              <Need user={user} />
            </li>
          ))}
        </ul>
      ) : (
        shown.length > 0 && (
          <ListTable label="Who does not yet" columns={columnsAt(now)} rows={shown} rowKey={({ id }) => id} />
        )
      )}
      {!search && more}
    </section>
  )
}

const Need = ({ user: { required } }: { user: User }) =>
  required ? (
    <StatusBadge word="Required, not set up" tone="amber" shape="ring" />
  ) : (
    <StatusBadge word="Not required" tone="grey" shape="square" />
  )

const columnsAt = (now: number): ListColumn<User>[] => [
  { name: 'name', header: 'Name', isName: true, cell: ({ name }) => name },
  { name: 'email', header: 'Email', cell: ({ email }) => email },
  { name: 'role', header: 'User Role', cell: ({ role_id }) => roleName(role_id) },
  {
    name: 'signed_in_at',
    header: 'First sign-in',
    cell: ({ signed_in_at }) => (signed_in_at ? formatDate(signed_in_at) : 'Not yet'),
  },
  { name: 'required', header: 'Second step', cell: (user) => <Need user={user} /> },
  { name: 'due', header: 'Until', cell: ({ due }) => (due ? <Until due={due} now={now} /> : '–') },
]

function Until({ due, now }: { due: string; now: number }) {
  const days = Math.ceil((Date.parse(due) - now) / DAY_MS)
  return (
    <>
      <b className="el-strong">{formatDate(due)}</b>
      {days > 0 ? `, ${plural(days, 'day')} left` : ', over'}
    </>
  )
}
