import { VisuallyHidden } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { accountForm, accountMessages, type SchoolAccount } from '#contract/money/schoolAccounts.ts'
import { canSetSchoolAccounts } from '#contract/permissions.ts'
import { ContinueNote } from '../ui/form/ContinueNote.tsx'
import { FilledFields } from '../ui/form/FilledFields.tsx'
import { FormModal } from '../ui/form/FormModal.tsx'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { Message } from '../ui/Message.tsx'
import { ConfirmNote } from '../ui/modal/ConfirmNote.tsx'
import frame from '../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../ui/modal/useModalLife.ts'
import { capital, listOf, plural } from '../ui/plural.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { AccountFields, type AccountValues } from './AccountFields.tsx'
import { AccountHistory } from './AccountHistory.tsx'
import classes from './AccountModal.module.css'
import { numberOf, paidInto, setterWords, usedWords } from './accountWords.ts'
import { accountQuery, accountsQuery, listSharing, setAccount } from './schoolApi.ts'

type AccountModalProps = { school: number; onClose: () => void }

/** The account of a school: set by those who may, seen by the others. */
export function AccountModal(props: AccountModalProps) {
  const { role } = useSessionUser()
  return canSetSchoolAccounts(role) ? <SetAccount {...props} /> : <SeeAccount {...props} />
}

/** The name of the school, and its number of students, as the list of accounts has them. */
function useSchool(id: number) {
  const { data } = useQuery(accountsQuery)
  const row = data?.find(({ school_id }) => school_id === id)
  return { name: row?.school ?? '', subtitle: row && `${row.school}, ${plural(row.students, 'student')}` }
}

function SetAccount({ school, onClose }: AccountModalProps) {
  const client = useQueryClient()
  const { name, subtitle } = useSchool(school)
  const { data, error, refetch } = useQuery(accountQuery(school))
  // Another user may save while the form is open: what they saved is shown before it can be replaced.
  const [seen, setSeen] = useState(data)
  const [newer, setNewer] = useState<typeof data>()
  if (data && !seen) setSeen(data)
  const values = useMemo(() => seen && valuesOf(seen.account), [seen])
  return (
    <FormModal
      title={seen ? `${seen.account ? 'Change' : 'Set'} account` : 'School account'}
      subtitle={subtitle}
      shape="wide"
      initialValues={EMPTY}
      loads
      schema={accountForm}
      verb="Save Account"
      hint={<ConfirmNote />}
      warn={async (form) => {
        const schools = await listSharing(client, school, form)
        return schools.length === 0
          ? []
          : [`${accountMessages.sharedWith(listOf(schools))} Save it only if both schools really share it.`]
      }}
      save={(body, transfer) =>
        setAccount({ id: school, name }, { ...body, seen: seen?.account?.id ?? null }, transfer)
      }
      onSaved={() => void client.invalidateQueries({ queryKey: accountsQuery.queryKey })}
      onFailed={() =>
        void refetch().then(({ data: now }) =>
          setNewer(now?.account?.id === seen?.account?.id ? undefined : now),
        )
      }
      onClose={onClose}
    >
      {(form) => (
        <FilledFields
          noun="account"
          form={form}
          values={values}
          error={error}
          onRetry={() => void refetch()}
          blanks={{ count: 6, columns: 2 }}
          startsEmpty
        >
          {seen && (
            <>
              {newer && (
                <ContinueNote
                  onContinue={() => {
                    setSeen(newer)
                    setNewer(undefined)
                  }}
                >
                  Somebody else changed the account to{' '}
                  {newer.account && `${paidInto(newer.account)}, ${numberOf(newer.account)}`}.
                </ContinueNote>
              )}
              {seen.account && (
                <Message tone="note" icon={IconAlertTriangle}>
                  <b>Letters with a new account number are a common fraud.</b> Call the school on a number
                  that you had before, not on one in the letter. The next payment also waits until its
                  approver has called.
                </Message>
              )}
              <Shared schools={seen.shared_with} />
              <AccountFields form={form} {...seen} />
              {seen.account && <NowAndNew now={seen.account} form={form} />}
              <Earlier accounts={seen.earlier} />
            </>
          )}
        </FilledFields>
      )}
    </FormModal>
  )
}

function SeeAccount({ school, onClose }: AccountModalProps) {
  const life = useModalLife(onClose)
  const { subtitle } = useSchool(school)
  const { data, error, refetch } = useQuery(accountQuery(school))
  return (
    <ModalFrame life={life} title="School account" subtitle={subtitle} shape="wide">
      <div className={`${frame.body} ${classes.seen}`}>
        {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
        {data && (
          <>
            <Shared schools={data.shared_with} />
            {data.account ? (
              <AccountHistory accounts={[data.account]} />
            ) : (
              <Message tone="note">
                There is no account. An administrator or director sets it. Until then its{' '}
                {plural(data.students, 'student')} cannot be paid for.
              </Message>
            )}
            <Earlier accounts={data.earlier} />
          </>
        )}
      </div>
    </ModalFrame>
  )
}

const Shared = ({ schools }: { schools: string[] }) =>
  schools.length > 0 && (
    <Message tone="note" icon={IconAlertTriangle}>
      <b>{accountMessages.sharedWith(listOf(schools))}</b> Whoever approves a payment is asked to check it.
    </Message>
  )

const Earlier = ({ accounts }: { accounts: SchoolAccount[] }) =>
  accounts.length > 0 && (
    <section aria-labelledby="earlier-accounts">
      <h3 id="earlier-accounts" className={`el-h3 el-strong ${classes.label}`}>
        Earlier accounts
      </h3>
      <AccountHistory accounts={accounts} />
    </section>
  )

type NowAndNewProps = { now: SchoolAccount; form: UseFormReturnType<AccountValues> }

/** The present account beside what is typed; what differs is marked. */
function NowAndNew({ now, form: { values } }: NowAndNewProps) {
  const { id } = useSessionUser()
  const rows = [
    ['Paid into', paidInto(now), paidInto(values)],
    ['Name', now.account_name ?? '–', (values.kind === 'bank' && values.account_name) || '–'],
    ['Account', numberOf(now), numberOf(values)],
  ] as const
  return (
    <div className="el-frame">
      <table className={`el-ui ${classes.compared}`}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Part</VisuallyHidden>
            </th>
            <th scope="col">Now</th>
            <th scope="col">New</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, before, after]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className="el-break el-numbers">{before}</td>
              <td className="el-break el-numbers el-strong">
                {after === before || after === '–' ? after : <mark>{after}</mark>}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">Set by</th>
            <td className="el-break">{capital(setterWords(now, id))}</td>
            <td className="el-strong">You, now</td>
          </tr>
          <tr>
            <th scope="row">Used</th>
            <td>{usedWords(now)}</td>
            <td className="el-strong">Never</td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}

const EMPTY: AccountValues = {
  kind: 'bank',
  bank: '',
  branch: '',
  account_name: '',
  number: '',
  number_again: '',
  business_number: '',
  by: 'admission_no',
  word: '',
  heard_from: '',
}

/** Everything but the numbers and where they are from, which are typed each time. */
const valuesOf = (now: SchoolAccount | null): AccountValues => ({
  ...EMPTY,
  ...(now && {
    kind: now.kind,
    bank: now.bank ?? '',
    branch: now.branch ?? '',
    account_name: now.account_name ?? '',
    by: now.by ?? 'admission_no',
    word: now.word ?? '',
  }),
})
