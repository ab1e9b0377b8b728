import { IconShieldCheck, IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { roleName } from '#contract/permissions.ts'
import { BlankCards } from '../../ui/card/BlankCards.tsx'
import { formatDate } from '../../ui/formatDate.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { StatementMark } from '../../ui/Message.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { listOf, plural, verb } from '../../ui/plural.ts'
import { type SignIn, signInQuery } from '../accountApi.ts'
import { RuleCard } from './RuleCard.tsx'
import { countOf } from './signInCounts.ts'
import classes from './signInRule.module.css'
import { WithoutCard } from './WithoutCard.tsx'

/** For which roles a second step is required, and who has one. */
export function SignInPanel() {
  const { data, error, refetch, dataUpdatedAt } = useQuery(signInQuery)
  return (
    <>
      <PageHead title="Sign-in" />
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <BlankCards noun="Sign-in" />}
      {data && (
        <div className={classes.page}>
          <Statement signIn={data} />
          <div className={classes.columns}>
            {/* The key resets the choice to the saved rule. */}
            <RuleCard key={data.required} signIn={data} />
            <RolesCard roles={data.roles} />
          </div>
          {data.without.length > 0 && <WithoutCard signIn={data} now={dataUpdatedAt} />}
        </div>
      )}
    </>
  )
}

function Statement({ signIn }: { signIn: SignIn }) {
  const { required, roles, without } = signIn
  const must = countOf(roles, required)
  const all = countOf(roles, 'all')
  const isComplete = must.users === must.have
  const waiting = without.filter((user) => user.required)
  const first = waiting.find(({ due }) => due)
  return (
    <section className={`el-card ${classes.statement}`}>
      <StatementMark
        Icon={isComplete ? IconShieldCheck : IconShieldLock}
        tone={required === 'nobody' ? 'grey' : isComplete ? 'green' : 'amber'}
      />
      <div>
        <h2 className="el-h1">
          {required === 'nobody'
            ? 'Nobody has to use a second step'
            : `${must.have} of ${plural(must.users, 'user')} who must use a second step ${verb(must.have, 'has')} one`}
        </h2>
        <p className="el-ink-2">
          {first?.due &&
            `${listOf([first.name, ...(waiting.length > 1 ? [plural(waiting.length - 1, 'other')] : [])])} ${
              waiting.length > 1 ? 'still have to, first by' : 'has until'
            } ${formatDate(first.due)}. `}
          Of all {plural(all.users, 'user')}, {all.have} {verb(all.have, 'has')} one.
        </p>
      </div>
    </section>
  )
}

const RolesCard = ({ roles }: Pick<SignIn, 'roles'>) => {
  const all = countOf(roles, 'all')
  return (
    <section className="el-card el-frame">
      <h2 className={`el-h2 ${classes.head}`}>Who has one</h2>
      <table className={`el-ui el-numbers ${classes.roles}`}>
        <thead>
          <tr>
            <th scope="col">Role</th>
            <th scope="col">Users</th>
            <th scope="col">Have one</th>
          </tr>
        </thead>
        <tbody>
          {roles.map(({ role_id, users, with_step }) => (
            <tr key={role_id}>
              <th scope="row">{roleName(role_id)}</th>
              <td>{users}</td>
              <td>
                {with_step}
                <span className={classes.meter} aria-hidden>
                  <i style={{ width: `${users === 0 ? 0 : (100 * with_step) / users}%` }} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            <td>{all.users}</td>
            <td>
              {all.have}
              <span className={classes.meter} aria-hidden />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
