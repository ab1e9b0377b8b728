import { Button, Group } from '@mantine/core'
import { IconArrowBackUp, IconArrowRight, IconCheck, IconPrinter } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { formatDay } from '#contract/base/days.ts'
import type { Payment, PaymentLine, Remittance } from '#contract/money/payments.ts'
import { canNotePaid, canSetSchoolAccounts } from '#contract/permissions.ts'
import { differenceWords, kes, money, sumOf } from '../../ui/amounts.ts'
import { paidNoReceipt } from '../../missing/steps.ts'
import { Segments } from '../../ui/form/Segments.tsx'
import { Message } from '../../ui/Message.tsx'
import { messageOf } from '../../ui/http.ts'
import { ConfirmModal } from '../../ui/modal/ConfirmModal.tsx'
import { plural } from '../../ui/plural.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Figures } from '../Figures.tsx'
import { printRemittances, reopenPayment, usePaymentRefresh } from '../paymentApi.ts'
import classes from '../Payments.module.css'
import { accountText, paidWords, stateLooks, stillOwedOf, sumsOf } from '../paymentWords.ts'
import { AddReceipt, addReceiptAction, useStudentForm } from '../useStudentForm.tsx'
import { onOneLine } from '../../ui/formatDate.ts'
import { CameBackModal } from './CameBackModal.tsx'
import { AccountLink } from './DraftChecks.tsx'
import { FileRows } from './FileRows.tsx'
import { PaidModal } from './PaidModal.tsx'
import type { StepProps } from './StepProps.ts'
import { RemittancePrint } from './RemittancePrint.tsx'
import {
  groupsOf,
  type LineColumn,
  type LineOrSchool,
  SCHOOL_LINES,
  type SchoolGroup,
  SchoolLines,
} from './SchoolLines.tsx'
import lineClasses from './SchoolLines.module.css'
import { useChangeOnClose } from './useChangeOnClose.ts'

type Open = { what: 'paid'; schools: number[] } | { what: 'back'; group: SchoolGroup } | { what: 'reopen' }

/** An approved payment: its files, and what of each school was paid, came back and was acknowledged. */
export function PayStep({ payment, onChanged }: StepProps) {
  const { role } = useSessionUser()
  const mayNote = canNotePaid(role)
  const [open, setOpen] = useState<Open>()
  const [shown, setShown] = useState<Filter>('all')
  const close = () => setOpen(undefined)
  const adding = useStudentForm(AddReceipt, onChanged)
  const { start } = adding
  const actions = useCallback(
    (line: PaymentLine) => (lacksReceipt(line) ? [addReceiptAction(line, start)] : []),
    [start],
  )
  const { lists, problem, print, onPrinted } = useRemittances(payment.id, onChanged)
  const schoolActions = useCallback(
    (group: SchoolGroup) => <SchoolActions group={group} onOpen={setOpen} onPrint={() => print(group.id)} />,
    [print],
  )
  const groups = groupsOf(payment)
  const unpaid = groups.filter((group) => group.inIt.length > 0 && !isPaid(group))
  const sums = sumsOf(payment.lines)
  const isWhole = unpaid.length === 0
  const missing = sums.paidLines - sums.receipts
  const count = (filter: 'missing' | 'owed') =>
    groups.filter(({ lines }) => lines.some(filters[filter])).length
  const counts = { missing: count('missing'), owed: isWhole ? count('owed') : 0 }
  const hasLeft = payment.downloads.length > 0 || unpaid.length < groups.length
  return (
    <>
      <section className="el-card el-frame" aria-label={isWhole ? 'Paid' : 'To pay'} data-focus-back>
        <div className={classes.statement}>
          <div>
            <h2>{headline(sums, unpaid)}</h2>
            <p>
              {isWhole
                ? backWords(sums)
                : 'Give the files to the bank and to M-Pesa. Then mark the schools as paid.'}
            </p>
          </div>
          <Group gap="s2">
            {!hasLeft && mayNote && (
              <Button
                variant="default"
                leftSection={<IconArrowBackUp size={18} aria-hidden />}
                onClick={() => setOpen({ what: 'reopen' })}
              >
                Reopen
              </Button>
            )}
            {!isWhole && mayNote && (
              <Button
                leftSection={<IconCheck size={18} aria-hidden />}
                onClick={() => setOpen({ what: 'paid', schools: byBank(unpaid) })}
              >
                Mark as paid
              </Button>
            )}
            {isWhole && missing > 0 && (
              <Button
                rightSection={<IconArrowRight size={18} aria-hidden />}
                onClick={() => {
                  setShown('missing')
                  document.getElementById(SCHOOL_LINES)?.focus()
                }}
              >
                See the {missing}
              </Button>
            )}
          </Group>
        </div>
        {sums.paid + sums.came_back > 0 && <Progress sums={sums} />}
        {mayNote && <FileRows payment={payment} onChanged={onChanged} onPrint={() => print(null)} />}
      </section>
      {[problem, adding.problem].map(
        (text) =>
          text && (
            <Message key={text} tone="bad">
              {text}
            </Message>
          ),
      )}
      <SchoolLines
        payment={payment}
        About={About}
        columns={isWhole ? [...columns, owedColumn(payment)] : columns}
        PhoneAmount={isWhole ? PhoneAmountAndOwed : PhoneAmount}
        {...(mayNote && { schoolActions, actions })}
        only={shown === 'all' ? undefined : filters[shown]}
        tools={
          (counts.missing + counts.owed > 0 || shown !== 'all') && (
            <Segments
              label="Shown"
              choices={[
                { id: 'all', name: 'All', count: groups.length },
                { id: 'missing', name: 'No receipt', count: counts.missing },
                ...(isWhole ? [{ id: 'owed', name: 'Owed', count: counts.owed } as const] : []),
              ]}
              chosen={shown}
              onChoose={setShown}
            />
          )
        }
        totalWords={`${plural(sums.schools, 'school')}, ${plural(sums.lines.length, 'student')}`}
      />
      {open?.what === 'paid' && (
        <PaidModal
          payment={payment}
          groups={unpaid}
          chosen={open.schools}
          onChanged={onChanged}
          onClose={close}
        />
      )}
      {open?.what === 'back' && (
        <CameBackModal payment={payment} group={open.group} onChanged={onChanged} onClose={close} />
      )}
      {open?.what === 'reopen' && <ReopenModal payment={payment} onChanged={onChanged} onClose={close} />}
      {adding.form}
      {lists && <RemittancePrint lists={lists} onPrinted={onPrinted} />}
    </>
  )
}

const isPaid = ({ inIt }: SchoolGroup) => inIt.every(({ paid_on }) => paid_on !== null)

const byBank = (groups: SchoolGroup[]) => {
  const bank = groups.filter(({ account }) => account?.kind === 'bank')
  return (bank.length > 0 ? bank : groups).map(({ id }) => id)
}

type Sums = ReturnType<typeof sumsOf>

function headline({ total, paid, paidLines, receipts }: Sums, unpaid: SchoolGroup[]): string {
  if (unpaid.length > 0) {
    const amount = sumOf(unpaid.map((group) => group.amount))
    return `${kes(amount)} is ${amount < total ? 'still ' : ''}to be paid to ${plural(unpaid.length, 'school')}`
  }
  const missing = paidLines - receipts
  return missing === 0
    ? `${kes(paid)} is paid, with receipts for ${paidLines === 1 ? 'the student' : `all ${paidLines} students`}`
    : `${kes(paid)} is paid; receipts for ${missing < paidLines ? `${missing} of ` : ''}${plural(paidLines, 'student')} are missing`
}

function backWords({ came_back, owed_again }: Sums): string {
  if (came_back === 0) return 'Nothing came back.'
  if (owed_again === null) return `${kes(came_back)} came back.`
  if (owed_again === came_back) return `${kes(came_back)} came back, and is owed again.`
  return `${kes(came_back)} came back, of which ${owed_again === 0 ? 'nothing' : kes(owed_again)} is owed again.`
}

function Progress({ sums }: { sums: Sums }) {
  const share = (amount: number) => ({ width: `${(amount / Math.max(sums.total, 1)) * 100}%` })
  return (
    <>
      <div className={classes.bar} aria-hidden>
        {sums.paid > 0 && <i style={share(sums.paid)} />}
        {sums.came_back > 0 && <i data-part="back" style={share(sums.came_back)} />}
      </div>
      <Figures
        figures={[
          {
            name: 'Approved',
            value: money(sums.total),
            about: plural(sums.lines.length, 'student'),
            part: 'due',
          },
          {
            name: 'Paid',
            value: money(sums.paid),
            about: plural(sums.paidLines, 'student'),
            part: 'paid',
          },
          {
            name: 'Came back',
            value: money(sums.came_back),
            about: sums.backLines > 0 ? plural(sums.backLines, 'student') : 'nothing',
            part: 'back',
          },
          {
            name: 'Receipts',
            value: money(sums.receipted),
            about: `${sums.receipts} of ${plural(sums.paidLines, 'student')}`,
          },
        ]}
      />
    </>
  )
}

/** The reference of a school’s transfer, its account, and when it was paid. */
function About({ group: { reference, account, inIt } }: { group: SchoolGroup }) {
  const paid = inIt.find(({ paid_on }) => paid_on !== null)
  const reasons = new Set(inIt.flatMap(({ came_back_reason }) => came_back_reason ?? []))
  return (
    <>
      {[reference, paid ? paidWords(paid) : accountText(account)].filter(Boolean).join(', ')}
      {reasons.size > 0 && (
        <span className={classes.second} data-tone="red">
          Came back: {[...reasons].join('; ')}
        </span>
      )}
    </>
  )
}

const columns: LineColumn[] = [
  {
    name: 'admission_no',
    header: 'Adm. No.',
    only: 'wide',
    school: () => null,
    line: ({ admission_no }) => admission_no,
  },
  { name: 'class', header: 'Class', width: 96, only: 'wide', school: () => null, line: (line) => line.class },
  {
    name: 'amount',
    header: 'Amount',
    align: 'right',
    school: ({ amount }) => <b className="el-strong">{money(amount)}</b>,
    line: (line) => <LineSum line={line} />,
  },
  {
    name: 'state',
    header: 'State',
    width: 170,
    school: (group) => <SchoolState group={group} />,
    line: (line) => <LineState line={line} />,
  },
  {
    name: 'receipts',
    header: 'Receipts',
    align: 'right',
    school: (group) => <Receipts group={group} />,
    line: (line) => <LineReceipts line={line} />,
  },
]

const LineSum = ({ line: { amount, left_out } }: { line: PaymentLine }) =>
  left_out ? <s>{money(amount)}</s> : money(amount)

function SchoolState({ group: { inIt } }: { group: SchoolGroup }) {
  const back = inIt.filter(({ came_back_on }) => came_back_on !== null)
  if (inIt.length === 0) return 'Left out'
  if (back.length === inIt.length) return <StatusBadge word="Came back" tone="red" shape="square" />
  if (inIt.every(({ paid_on }) => paid_on === null)) return <StatusBadge {...stateLooks.to_pay} />
  return (
    <>
      <StatusBadge {...stateLooks.paid} />
      {back.length > 0 && (
        <span className={classes.second}>{money(sumOf(back.map(({ amount }) => amount)))} came back</span>
      )}
    </>
  )
}

function LineState({
  line: { left_out, reason, came_back_on, came_back_reason, paid_on },
}: {
  line: PaymentLine
}) {
  if (left_out) return <span className={classes.second}>Left out: {reason}</span>
  if (came_back_on)
    return (
      <span className={classes.second} data-tone="red">
        Came back {onOneLine(formatDay(came_back_on))}: {came_back_reason}
      </span>
    )
  return paid_on ? 'Paid' : null
}

const lacksReceipt = ({ receipted, paid_on, came_back_on }: PaymentLine) =>
  paid_on !== null && came_back_on === null && receipted === 0

const filters = {
  missing: lacksReceipt,
  owed: ({ still_owed }: PaymentLine) => (still_owed ?? 0) > 0,
}
type Filter = 'all' | keyof typeof filters

/** What the schools are still owed now for the students and the term, after all payments. */
const owedColumn = ({ lines, term }: Payment): LineColumn => ({
  name: 'still_owed',
  header: `Still owed, ${term}`,
  align: 'right',
  tint: 'amber',
  school: ({ still_owed }) => (
    <b className="el-strong">
      <StillOwed amount={still_owed} />
    </b>
  ),
  line: ({ still_owed }) => <StillOwed amount={still_owed} />,
  total: <StillOwed amount={stillOwedOf(lines)} />,
})

function StillOwed({ amount }: { amount: number | null }) {
  if (amount === null) return <span className="el-ink-3">Not known</span>
  return amount === 0 ? <span className="el-ink-3">–</span> : money(amount)
}

const NoReceipt = () => <StatusBadge {...paidNoReceipt} word="No receipt" />

function LineReceipts({ line }: { line: PaymentLine }) {
  if (lacksReceipt(line)) return <NoReceipt />
  if (line.receipted === 0) return '–'
  return (
    <>
      {money(line.receipted)}
      <Difference line={line} />
    </>
  )
}

function Difference({ line }: { line: PaymentLine }) {
  const words = line.receipted > 0 && differenceWords(line)
  return (
    words && (
      <span className={classes.second} data-tone="amber">
        {words}
      </span>
    )
  )
}

function Receipts({ group: { inIt } }: { group: SchoolGroup }) {
  const { paidLines, receipts } = sumsOf(inIt)
  if (paidLines === 0) return '–'
  const words = `${receipts} of ${paidLines}`
  return receipts < paidLines ? (
    words
  ) : (
    <span className={classes.all}>
      <IconCheck size={16} aria-hidden />
      {words}
    </span>
  )
}

function PhoneAmount({ of }: { of: LineOrSchool }) {
  if ('line' in of)
    return (
      <>
        <LineSum line={of.line} />
        <span className={classes.second}>
          {lacksReceipt(of.line) ? <NoReceipt /> : <LineState line={of.line} />}
        </span>
        <Difference line={of.line} />
      </>
    )
  return (
    <>
      <b className="el-strong">{money(of.group.amount)}</b>
      <span className={classes.second}>
        <SchoolState group={of.group} />
      </span>
    </>
  )
}

function PhoneAmountAndOwed({ of }: { of: LineOrSchool }) {
  const { still_owed } = 'line' in of ? of.line : of.group
  return (
    <>
      <PhoneAmount of={of} />
      {still_owed !== null && still_owed > 0 && (
        <span className={classes.second} data-tone="amber">
          {money(still_owed)} still owed
        </span>
      )}
    </>
  )
}

type SchoolActionsProps = { group: SchoolGroup; onOpen: (open: Open) => void; onPrint: () => void }

function SchoolActions({ group, onOpen, onPrint }: SchoolActionsProps) {
  const { role } = useSessionUser()
  const { id, school, inIt, still_owed } = group
  if (inIt.length === 0) return null
  const mayComeBack = inIt.some(({ paid_on, came_back_on }) => paid_on !== null && came_back_on === null)
  const cameBack = inIt.every(({ came_back_on }) => came_back_on !== null)
  return (
    <Group gap="s2" justify="flex-end" className={lineClasses.buttons ?? ''} data-focus-back>
      <Button
        variant="subtle"
        leftSection={<IconPrinter size={18} aria-hidden />}
        aria-label={`List: remittance list of ${school}`}
        onClick={onPrint}
      >
        List
      </Button>
      {!isPaid(group) && (
        <Button
          variant="default"
          leftSection={<IconCheck size={18} aria-hidden />}
          aria-label={`Mark as paid: ${school}`}
          onClick={() => onOpen({ what: 'paid', schools: [id] })}
        >
          Mark as paid
        </Button>
      )}
      {mayComeBack && (
        <Button
          variant="subtle"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          aria-label={`Came back: ${school}`}
          onClick={() => onOpen({ what: 'back', group })}
        >
          Came back
        </Button>
      )}
      {cameBack && still_owed !== null && still_owed > 0 && (
        <AccountLink school_id={id}>
          {canSetSchoolAccounts(role) ? 'Correct account' : 'See account'}
        </AccountLink>
      )}
    </Group>
  )
}

function ReopenModal({ payment, onChanged, onClose }: StepProps & { onClose: () => void }) {
  const closing = useChangeOnClose({ onChanged, onClose })
  return (
    <ConfirmModal
      title={`Reopen payment ${payment.number}`}
      verb="Reopen"
      icon={IconArrowBackUp}
      confirm={(transfer) => reopenPayment(payment.id, transfer)}
      {...closing}
    >
      The payment becomes a draft again, and has to be approved again. This is possible until a file is
      downloaded, a list printed or a school marked as paid.
    </ConfirmModal>
  )
}

/** The remittance lists that are printed now. The server notes that they leave. */
function useRemittances(id: number, onChanged: () => void) {
  const refresh = usePaymentRefresh()
  const [lists, setLists] = useState<Remittance[]>()
  const [problem, setProblem] = useState<string>()
  const print = useCallback(
    (school: number | null) => {
      setProblem(undefined)
      printRemittances(id, school).then(setLists, (error: unknown) => {
        setProblem(messageOf(error))
        void refresh(id)
      })
    },
    [id, refresh],
  )
  const onPrinted = useCallback(() => {
    setLists(undefined)
    onChanged()
  }, [onChanged])
  return { lists, problem, print, onPrinted }
}
