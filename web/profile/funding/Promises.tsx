import { ActionIcon, Menu } from '@mantine/core'
import {
  IconBuildingBank,
  IconCalendarOff,
  IconCashBanknote,
  IconDotsVertical,
  IconHeartHandshake,
  IconPencil,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { type Commitment, commitmentMessages } from '#contract/money/commitments.ts'
import { canEditFunding } from '#contract/permissions.ts'
import { useFundingChanged } from '../../funding/fundingApi.ts'
import { findPeriod, type Period } from '../../students/promises/periods.ts'
import { deletePromise } from '../../students/promises/promiseApi.ts'
import { ToFindRises } from '../../students/promises/ToFindRises.tsx'
import { promiserOf, promiseTime } from '../../funding/promiseWords.ts'
import { money } from '../../ui/amounts.ts'
import { formatDay, onOneLine } from '../../ui/formatDate.ts'
import { ConfirmModal } from '../../ui/modal/ConfirmModal.tsx'
import { lazyDialog } from '../../ui/modal/lazyDialog.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { StudentLine } from '../../students/StudentLine.tsx'
import classes from './Funding.module.css'
import type { FundingProps } from './FundingProps.ts'
import { isPast } from './fundingWords.ts'

const PromiseModal = lazyDialog(async () => (await import('./PromiseModal.tsx')).PromiseModal)
const EndPromiseModal = lazyDialog(async () => (await import('./EndPromiseModal.tsx')).EndPromiseModal)
const ReceivedModal = lazyDialog(async () => (await import('./ReceivedModal.tsx')).ReceivedModal)

type Dialog = { what: 'change' | 'end' | 'received' | 'delete'; of: number }

/** Who bears how much of the terms. Promises that ended before the year come last, in grey. */
export function Promises(props: FundingProps) {
  const { student, funding, periods } = props
  const { role } = useSessionUser()
  const [dialog, setDialog] = useState<Dialog>()
  const list = useRef<HTMLElement>(null)
  const close = () => setDialog(undefined)
  const { commitments, year_id } = funding
  const past = commitments.filter((promise) => isPast(promise, periods, year_id))
  const present = commitments.filter((promise) => !past.includes(promise))
  const mayEdit = canEditFunding(role) && !student.erasure
  const open = commitments.find(({ id }) => id === dialog?.of)
  return (
    <section ref={list} className={classes.promises} aria-labelledby="promises" tabIndex={-1}>
      <h3 id="promises" className={classes.promisesHead}>
        {mayEdit || canEditFunding(role) ? 'Who promised' : 'Promises'}
      </h3>
      {commitments.length === 0 && <p className={classes.nothing}>Nothing is promised.</p>}
      <ul className="el-ruled">
        {[...present, ...past].map((promise) => (
          <PromiseItem
            key={promise.id}
            promise={promise}
            periods={periods}
            year_id={year_id}
            isPast={past.includes(promise)}
            onOpen={mayEdit ? (what) => setDialog({ what, of: promise.id }) : undefined}
          />
        ))}
      </ul>
      {open && dialog?.what === 'change' && <PromiseModal {...props} promise={open} onClose={close} />}
      {open && dialog?.what === 'end' && <EndPromiseModal {...props} promise={open} onClose={close} />}
      {open && dialog?.what === 'received' && <ReceivedModal {...props} promise={open} onClose={close} />}
      {dialog?.what === 'delete' && (
        <DeletePromise
          {...props}
          id={dialog.of}
          promise={open}
          onClose={() => {
            close()
            // The menu button of a deleted promise is gone.
            if (document.activeElement === document.body) list.current?.focus()
          }}
        />
      )}
    </section>
  )
}

type PromiseItemProps = {
  promise: Commitment
  periods: readonly Period[]
  year_id: number
  isPast: boolean
  /** Undefined if nothing may be changed. */
  onOpen: ((what: Dialog['what']) => void) | undefined
}

function PromiseItem({ promise, periods, year_id, isPast: isGrey, onOpen }: PromiseItemProps) {
  const { supporter, source, amount, pays_school, note, end_reason, received } = promise
  const name = promiserOf(promise)
  const Icon = source === null ? IconHeartHandshake : IconBuildingBank
  const kind = name !== null && [
    supporter === null ? 'Other source' : 'Supporter',
    pays_school && PAYS_SCHOOL,
  ]
  const inYear = received.filter((each) => each.year_id === year_id)
  return (
    <li className={classes.promise} data-past={isGrey}>
      <span className={classes.disc}>
        <Icon size={18} aria-hidden />
      </span>
      <div className="el-grow">
        <p className={classes.promiser}>{name ?? (pays_school ? PAYS_SCHOOL : 'Promise')}</p>
        {kind && <p>{kind.filter(Boolean).join(', ')}</p>}
        <p>
          <b>{money(amount)}</b> a term, {promiseTime(promise, periods)}
        </p>
        {inYear.map(({ id, term_id, amount: came, on }) => (
          <p key={id} className={classes.came}>
            {money(came)} received for {findPeriod(periods, year_id, term_id)?.term},{' '}
            {onOneLine(formatDay(on))}
          </p>
        ))}
        {note && <p className="el-prose">{note}</p>}
        {end_reason && (
          <p className={`el-prose ${classes.ended}`}>
            {isGrey ? 'Ended' : 'Ends'}: {end_reason}
          </p>
        )}
      </div>
      {onOpen && (
        <PromiseMenu name={name ?? 'this promise'} hasReceived={received.length > 0} onOpen={onOpen} />
      )}
    </li>
  )
}

const PAYS_SCHOOL = 'pays the school directly'

type PromiseMenuProps = { name: string; hasReceived: boolean; onOpen: (what: Dialog['what']) => void }

const items: { what: Dialog['what']; word: string; Icon: TablerIcon }[] = [
  { what: 'received', word: 'Mark as received', Icon: IconCashBanknote },
  { what: 'change', word: 'Change', Icon: IconPencil },
  { what: 'end', word: 'End', Icon: IconCalendarOff },
  { what: 'delete', word: 'Delete', Icon: IconTrash },
]

function PromiseMenu({ name, hasReceived, onOpen }: PromiseMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const whyNot = (what: Dialog['what']) => what === 'delete' && hasReceived && commitmentMessages.hasReceived
  return (
    <Menu position="bottom-end" width={260} portalProps={{ target: '#content' }}>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          size="var(--el-touch)"
          data-screen-only
          aria-label={`More for the promise of ${name}`}
        >
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ what, word, Icon }) => (
          <Menu.Item
            key={what}
            {...(what === 'delete' && { color: 'red' })}
            disabled={Boolean(whyNot(what))}
            leftSection={<Icon size={20} aria-hidden />}
            onClick={() => {
              // A dialog returns the focus to this button, because the menu item no longer exists by then.
              button.current?.focus()
              onOpen(what)
            }}
          >
            {word}
            {whyNot(what) && <span className={classes.why}>{whyNot(what)}</span>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type DeletePromiseProps = FundingProps & {
  id: number
  promise: Commitment | undefined
  onClose: () => void
}

/** Only for a promise that was entered by mistake: others end. */
function DeletePromise({ student, id, onClose, ...props }: DeletePromiseProps) {
  // As the dialog opened, because the promise is gone before it closes.
  const [{ funding, periods, promise }] = useState(props)
  const of = promise && promiserOf(promise)
  const changed = useFundingChanged()
  return (
    <ConfirmModal
      title="Delete promise"
      subtitle={<StudentLine student={student} />}
      verb="Delete"
      icon={IconTrash}
      isDeletion
      confirm={(transfer) => deletePromise(id, transfer)}
      onSaved={changed}
      onClose={onClose}
    >
      Delete the promise{of ? ' of ' : ''}
      {of && <strong>{of}</strong>}? Only a promise entered by mistake is deleted. One that is over ends, with
      a reason.{' '}
      {promise && (
        <ToFindRises funding={funding} periods={periods} change={{ added: [], removed: [promise] }} />
      )}
    </ConfirmModal>
  )
}
