import { Button } from '@mantine/core'
import {
  IconArrowRight,
  IconBuildingBank,
  IconCheck,
  IconHeartHandshake,
  IconMail,
  IconPencil,
  IconPrinter,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PromiseLetterKind } from '#contract/money/commitments.ts'
import type { Renewal } from '#contract/money/funding.ts'
import { canEditFunding } from '#contract/permissions.ts'
import { money } from '../ui/amounts.ts'
import { ProfileLink } from '../students/studentColumns.tsx'
import { formatDate, onOneLine } from '../ui/formatDate.ts'
import type { RowAction } from '../ui/IconButton.tsx'
import { columnsAt } from '../ui/list/columnsAt.tsx'
import { ListCard } from '../ui/list/ListCard.tsx'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { ListTable } from '../ui/list/ListTable.tsx'
import { NextStepButton } from '../ui/list/NextStepButton.tsx'
import { MoreMenu, RowMenu } from '../ui/list/RowActions.tsx'
import { useMore } from '../ui/list/useMore.tsx'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { Message } from '../ui/Message.tsx'
import { lazyDialog } from '../ui/modal/lazyDialog.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useIsPhone, useIsTablet } from '../ui/useIsPhone.ts'
import classes from './Funding.module.css'
import { type FundingSums, renewalsQuery, type TimeIds } from './fundingApi.ts'
import { Amount } from './fundingColumns.tsx'
import { timeWords } from './fundingWords.ts'
import { findPeriod, type Period, usePeriods } from '../students/promises/periods.ts'
import { missingOf, type Promised, reachOf, renewalStatement, totalOf } from './renewalWords.ts'
import { Statement } from './Statement.tsx'
import { TimeChoice } from './TimeChoice.tsx'

const LetterModal = lazyDialog(async () => (await import('./LetterModal.tsx')).LetterModal)
const ReceivedModal = lazyDialog(async () => (await import('./ReceivedModal.tsx')).ReceivedModal)
const AnswerModal = lazyDialog(async () => (await import('./AnswerModal.tsx')).AnswerModal)

type RenewalsProps = { kind: PromiseLetterKind; time: TimeIds; sums: FundingSums }
type Doing = { what: 'letter' | 'received' | 'answer'; renewal: Renewal }

/** Promises that are late or end soon: one row, and one letter, for each supporter or source. */
export function Renewals({ kind, time, sums }: RenewalsProps) {
  const { role } = useSessionUser()
  const { data: renewals, error, refetch } = useQuery(renewalsQuery(kind, time))
  const periods = usePeriods()
  const [doing, setDoing] = useState<Doing>()
  const [sentTo, setSentTo] = useState<string>()
  if (error && !renewals) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!renewals || !periods) return null
  const isLate = kind === 'late'
  const open = (what: Doing['what']) => (renewal: Renewal) => {
    setSentTo(undefined)
    setDoing({ what, renewal })
  }
  const close = () => setDoing(undefined)
  const mayEdit = canEditFunding(role)
  const actionsOf = (renewal: Renewal) => (mayEdit ? actionsFor(kind, renewal, open) : [])
  const next = renewals.find(
    ({ asked_at, email, name }) => asked_at === null && email !== null && name !== sentTo,
  )
  const term = sums.terms.find(({ id }) => id === sums.term_id)?.term_name
  const statement = renewalStatement(kind, renewals, timeWords({ year: sums.year, term }))
  return (
    <>
      <Statement
        {...statement}
        tools={isLate && <TimeChoice sums={sums} />}
        action={
          mayEdit &&
          next && (
            <Button
              rightSection={<IconArrowRight size={18} aria-hidden />}
              onClick={() => open('letter')(next)}
            >
              {renewals.some(({ asked_at }) => asked_at !== null)
                ? 'Write the next letter'
                : 'Write the first letter'}
            </Button>
          )
        }
      />
      {sentTo && (
        <Message
          tone="good"
          action={
            next && (
              <Button variant="subtle" onClick={() => open('letter')(next)}>
                Write to {next.name}
              </Button>
            )
          }
        >
          The letter to {sentTo} is listed under{' '}
          <Link to="/dashboard" search={{ menu: 'letters' }}>
            Letters
          </Link>
          .
        </Message>
      )}
      {renewals.length > 0 && (
        <RenewalRows
          kind={kind}
          renewals={renewals}
          periods={periods}
          year_id={sums.year_id}
          hasTerms={isLate && sums.term_id === null}
          actionsOf={actionsOf}
        />
      )}
      {doing?.what === 'letter' && (
        <LetterModal
          kind={kind}
          renewal={doing.renewal}
          asked_at={renewals.find((each) => keyOf(each) === keyOf(doing.renewal))?.asked_at ?? null}
          time={time}
          terms={periods
            .filter((period) =>
              doing.renewal.promises.some(
                (promise) => termIn(periods, kind, sums.year_id, promise) === period,
              ),
            )
            .map(({ name }) => name)}
          onSent={() => setSentTo(doing.renewal.name)}
          onClose={close}
        />
      )}
      {doing?.what === 'received' && (
        <ReceivedModal
          renewal={doing.renewal}
          year_id={sums.year_id}
          termOf={(promise) =>
            sums.term_id === null ? findPeriod(periods, sums.year_id, promise.term_id)?.name : undefined
          }
          onClose={close}
        />
      )}
      {doing?.what === 'answer' && (
        <AnswerModal
          renewal={doing.renewal}
          periods={periods}
          lateYear={isLate ? sums.year_id : undefined}
          onClose={close}
        />
      )}
    </>
  )
}

/** The term that a promise is late for, or after which it ends. */
const termIn = (
  periods: readonly Period[],
  kind: PromiseLetterKind,
  year_id: number,
  { term_id, until_year_id, until_term_id }: Promised,
) =>
  kind === 'late' ? findPeriod(periods, year_id, term_id) : findPeriod(periods, until_year_id, until_term_id)

/** The next step first. */
function actionsFor(
  kind: PromiseLetterKind,
  renewal: Renewal,
  open: (what: Doing['what']) => (renewal: Renewal) => void,
): RowAction[] {
  const { name, email, asked_at } = renewal
  const action = (what: Doing['what'], word: string, icon: RowAction['icon']): RowAction => ({
    icon,
    word,
    label: `${word}: ${name}`,
    onClick: () => open(what)(renewal),
  })
  const letter =
    email === null
      ? action('letter', 'Print letter', IconPrinter)
      : action('letter', kind === 'late' ? 'Write letter' : 'Ask to renew', IconMail)
  const answers =
    kind === 'late'
      ? [action('received', 'Mark as received', IconCheck), action('answer', 'End promise', IconX)]
      : [action('answer', 'Enter the answer', IconPencil)]
  const [first, ...others] = answers
  return asked_at === null || !first ? [letter, ...answers] : [first, letter, ...others]
}

/** The supporters and sources at first. */
const FIRST = 20

type RowsProps = {
  kind: PromiseLetterKind
  renewals: Renewal[]
  periods: Period[]
  year_id: number
  /** Whether the late promises may be of several terms. */
  hasTerms: boolean
  actionsOf: (renewal: Renewal) => RowAction[]
}

function RenewalRows(props: RowsProps) {
  const { kind, renewals } = props
  const isPhone = useIsPhone()
  const width = useIsTablet() ? 'narrow' : 'wide'
  const [shown, more] = useMore(renewals, { first: FIRST, allWords: `Show all ${renewals.length}` })
  const label = kind === 'late' ? 'Late promises' : 'Promises that end soon'
  if (isPhone)
    return (
      <section aria-label={label}>
        <ul className={classes.cards}>
          {shown.map((renewal) => (
            <li key={keyOf(renewal)}>
              <RenewalCard {...props} renewal={renewal} />
            </li>
          ))}
        </ul>
        {more}
      </section>
    )
  return (
    <section className={`el-card el-frame ${classes.renewals}`} aria-label={label}>
      <ListTable
        label={label}
        columns={columnsAt(width, renewalColumns(props))}
        rows={shown}
        rowKey={keyOf}
        lineCount={({ promises }) => promises.length}
        foot={<TotalRow {...props} hasLetter={width === 'wide'} />}
      />
      {more}
    </section>
  )
}

const keyOf = ({ supporter_id, name }: Renewal) => supporter_id ?? name

const Icon = ({ of: { supporter_id } }: { of: Renewal }) => (
  <span className={`el-disc ${classes.source}`} aria-hidden>
    {supporter_id === null ? <IconBuildingBank size={20} /> : <IconHeartHandshake size={20} />}
  </span>
)

const asStudent = ({ student_id, student }: Promised) => ({ id: student_id, name: student })

const letterWords = (kind: PromiseLetterKind, { asked_at }: Renewal) =>
  asked_at === null
    ? 'None yet'
    : `${kind === 'late' ? 'Written' : 'Asked'} ${onOneLine(formatDate(asked_at))}`

function renewalColumns({ kind, periods, year_id, hasTerms, actionsOf }: RowsProps): ListColumn<Renewal>[] {
  const perLine = (cell: (promise: Promised) => ReturnType<ListColumn<Renewal>['cell']>) => ({
    isPerLine: true as const,
    cell: ({ promises }: Renewal, _number: number, line: number) => {
      const promise = promises[line]
      return promise && cell(promise)
    },
  })
  const isLate = kind === 'late'
  return [
    {
      name: 'who',
      header: 'Who promised',
      cell: (renewal) => (
        <div className={classes.who}>
          <Icon of={renewal} />
          <div>
            <b className="el-strong">{renewal.name}</b>
            <span className={`el-break ${classes.below}`}>{reachOf(renewal)}</span>
          </div>
        </div>
      ),
    },
    {
      name: 'for',
      header: 'For',
      ...perLine((promise) => (
        <>
          <ProfileLink student={asStudent(promise)} from="funding" />
          {hasTerms && (
            <span className={classes.below}>{findPeriod(periods, year_id, promise.term_id)?.name}</span>
          )}
        </>
      )),
    },
    {
      name: 'amount',
      header: isLate ? 'Promised' : 'A term',
      align: 'right',
      ...perLine(({ amount }) => money(amount)),
    },
    ...(isLate
      ? ([
          {
            name: 'received',
            header: 'Received',
            align: 'right',
            ...perLine(({ received }) => <Amount of={received} />),
          },
          {
            name: 'missing',
            header: 'Missing',
            align: 'right',
            tint: 'red',
            isName: true,
            ...perLine((promise) => money(missingOf(promise))),
          },
        ] satisfies ListColumn<Renewal>[])
      : ([
          {
            name: 'ends',
            header: 'Ends after',
            ...perLine(({ until_year_id, until_term_id }) => (
              <StatusBadge
                word={findPeriod(periods, until_year_id, until_term_id)?.name ?? ''}
                tone="amber"
                shape="diamond"
              />
            )),
          },
        ] satisfies ListColumn<Renewal>[])),
    {
      name: 'letter',
      header: 'Letter',
      only: 'wide',
      cell: (renewal) => (
        <span className={renewal.asked_at === null ? 'el-ink-3' : ''}>{letterWords(kind, renewal)}</span>
      ),
    },
    {
      name: 'step',
      header: 'Next step',
      only: 'wide',
      isScreenOnly: true,
      width: 236,
      cell: (renewal) => <Steps name={renewal.name} actions={actionsOf(renewal)} />,
    },
    {
      name: 'step',
      header: 'Next step',
      only: 'narrow',
      align: 'right',
      isScreenOnly: true,
      width: 116,
      cell: (renewal) => <RowMenu name={renewal.name} actions={actionsOf(renewal)} />,
    },
  ]
}

function Steps({ name, actions: [first, ...others] }: { name: string; actions: RowAction[] }) {
  if (!first) return null
  return (
    <div className={classes.steps}>
      <NextStepButton {...first} />
      <MoreMenu name={name} actions={others} />
    </div>
  )
}

function TotalRow({ kind, renewals, hasLetter }: RowsProps & { hasLetter: boolean }) {
  const amount = totalOf(renewals, 'amount')
  const missing = totalOf(renewals, 'missing')
  return (
    <tr className="el-numbers">
      <th scope="row" colSpan={2}>
        Total
      </th>
      <td data-align="right">{money(amount)}</td>
      {kind === 'late' ? (
        <>
          <td data-align="right">
            <Amount of={amount - missing} />
          </td>
          <td data-align="right" data-tone="red">
            {money(missing)}
          </td>
        </>
      ) : (
        <td aria-hidden />
      )}
      {hasLetter && <td aria-hidden />}
      <td aria-hidden data-screen-only />
    </tr>
  )
}

function RenewalCard({
  kind,
  periods,
  year_id,
  hasTerms,
  actionsOf,
  renewal,
}: RowsProps & { renewal: Renewal }) {
  return (
    <ListCard
      image={<Icon of={renewal} />}
      title={renewal.name}
      lines={[reachOf(renewal)]}
      actions={actionsOf(renewal)}
      hasWideFirst={kind === 'late'}
    >
      <ul className={classes.promises}>
        {renewal.promises.map((promise) => (
          <li key={`${promise.commitment_id} ${promise.term_id}`}>
            <span>
              <ProfileLink student={asStudent(promise)} from="funding" />
              {(kind === 'ends_soon' || hasTerms) && (
                <span className={classes.below}>
                  {kind === 'late' ? '' : 'ends after '}
                  {termIn(periods, kind, year_id, promise)?.name}
                </span>
              )}
            </span>
            <b className="el-amount">{money(kind === 'late' ? missingOf(promise) : promise.amount)}</b>
          </li>
        ))}
      </ul>
      <p className={`el-sm el-ink-2 ${classes.asked}`}>Letter: {letterWords(kind, renewal)}</p>
    </ListCard>
  )
}
