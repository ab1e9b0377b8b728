import { Button } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconBuildingBank, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Payment } from '#contract/money/payments.ts'
import { canSetSchoolAccounts } from '#contract/permissions.ts'
import { CardHead } from '../../ui/card/CardHead.tsx'
import { plural } from '../../ui/plural.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { accountQuery } from '../paymentApi.ts'
import { accountChange, type Check, checksOf, outAtSchools } from '../paymentWords.ts'
import { schoolAccountSearch } from '../../schools/schoolsAddress.ts'
import classes from './checks.module.css'

/** Opens the form of a student. */
type OnEdit = (student: number) => void

/** What the preparer may correct before sending: who is not in the total, and what the approver will check. */
export function DraftChecks({ payment, onEdit }: { payment: Payment; onEdit: OnEdit }) {
  const { role } = useSessionUser()
  const outs = outAtSchools(payment.out)
  const checks = checksOf(payment)
  if (outs.length + checks.length === 0) return null
  return (
    <section className="el-card el-frame" aria-labelledby="checks">
      <CardHead
        title={<span id="checks">Before it is sent</span>}
        about={[
          outs.length > 0 && `${outs.length} to correct`,
          checks.length > 0 && `${plural(checks.length, 'point')} that the approver will check`,
        ]
          .filter(Boolean)
          .join(', ')}
      />
      <ul data-focus-back>
        {outs.map(({ id, title, about, why, school_id, students }) => (
          <CheckRow
            key={id}
            isBad
            title={title}
            about={about}
            action={
              why === 'no_account' &&
              (canSetSchoolAccounts(role) ? (
                <AccountLink school_id={school_id}>Set account</AccountLink>
              ) : (
                <NoAccount />
              ))
            }
          >
            {why === 'no_admission_no' && <ToEdit students={students} word="Add number" onEdit={onEdit} />}
          </CheckRow>
        ))}
        {checks.map((check) => (
          <DraftCheck key={check.id} check={check} onEdit={onEdit} />
        ))}
      </ul>
    </section>
  )
}

function DraftCheck({ check, onEdit }: { check: Check; onEdit: OnEdit }) {
  const { kind, school, lines } = check
  const isAccount = kind === 'account' || kind === 'same_account'
  const isNumber = kind === 'no_admission_no' || kind === 'same_admission_no'
  return (
    <CheckRow
      {...check}
      title={<CheckTitle check={check} />}
      action={isAccount && school && <AccountLink school_id={school.id}>See account</AccountLink>}
    >
      {isNumber ? (
        <ToEdit students={lines} word="Correct" onEdit={onEdit} />
      ) : (
        lines.length > 0 && (
          <p>
            {lines
              .slice(0, NAMED)
              .map(({ name, school: at }) => `${name}, ${at}`)
              .join('; ')}
            {lines.length > NAMED && `; ${lines.length - NAMED} more`}
          </p>
        )
      )}
    </CheckRow>
  )
}

const NAMED = 6

/** The sentence of a check; that of an account says since when. */
export function CheckTitle({ check: { kind, school, title } }: { check: Check }) {
  const { data } = useQuery({
    ...accountQuery(school?.id ?? 0),
    enabled: kind === 'account' && school !== undefined,
  })
  const change = data && accountChange(data)
  return kind === 'account' && change ? `${school?.name}: ${change.title}` : title
}

type CheckRowProps = {
  isBad?: boolean
  title: ReactNode
  about: string
  action?: ReactNode
  children?: ReactNode
}

function CheckRow({ isBad = false, title, about, action, children }: CheckRowProps) {
  const Icon = isBad ? IconAlertCircle : IconAlertTriangle
  return (
    <li className={classes.check}>
      <span className={classes.mark} data-tone={isBad ? 'red' : 'amber'}>
        <Icon size={20} aria-hidden />
      </span>
      <div className={classes.words}>
        <h3>{title}</h3>
        <p>{about}</p>
        {children}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </li>
  )
}

/** In place of the account, for those who may not set one. */
const NoAccount = () => (
  <p>
    <b className="el-strong">No account</b>
    <br />
    An administrator or director sets it.
  </p>
)

/** Opens the account of a school. */
export const AccountLink = ({ school_id, children }: { school_id: number; children: string }) => (
  <Button
    variant="default"
    leftSection={<IconBuildingBank size={18} aria-hidden />}
    renderRoot={(props) => (
      <Link
        to="/dashboard"
        search={schoolAccountSearch(school_id)}
        state={{ openedFrom: 'payments' }}
        {...props}
      />
    )}
  >
    {children}
  </Button>
)

type ToEditProps = { students: { student_id: number; name: string }[]; word: string; onEdit: OnEdit }

const ToEdit = ({ students, word, onEdit }: ToEditProps) => (
  <ul className={classes.names}>
    {students.map(({ student_id, name }) => (
      <li key={student_id}>
        <Button
          variant="subtle"
          leftSection={<IconPencil size={18} aria-hidden />}
          aria-label={`${word}: ${name}`}
          onClick={() => onEdit(student_id)}
        >
          {name}
        </Button>
      </li>
    ))}
  </ul>
)
