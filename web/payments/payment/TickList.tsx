import { Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Payment } from '#contract/money/payments.ts'
import { kes } from '../../ui/amounts.ts'
import { onOneLine } from '../../ui/formatDate.ts'
import { CardHead } from '../../ui/card/CardHead.tsx'
import { useMore } from '../../ui/list/useMore.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { StatusMark } from '../../ui/StatusBadge.tsx'
import { setterWords } from '../../schools/accountWords.ts'
import { accountQuery } from '../paymentApi.ts'
import { accountChange, type Check } from '../paymentWords.ts'
import classes from './checks.module.css'
import { CheckTitle } from './DraftChecks.tsx'
import type { LineChange } from './LineModal.tsx'
import type { TickState } from './useTicks.ts'

type TickListProps = {
  payment: Payment
  checks: Check[]
  ticks: TickState
  isReadOnly: boolean
  /** Leaves lines out; undefined for those who may not. */
  onLeaveOut: ((lines: LineChange['lines']) => void) | undefined
}

/** What the approver has to tick. */
export function TickList({ checks, ticks, isReadOnly, ...others }: TickListProps) {
  return (
    <section className="el-card el-frame" aria-labelledby="ticks">
      <CardHead
        title={<span id="ticks">{isReadOnly ? 'What the approver checks' : 'Check and tick'}</span>}
        about={
          isReadOnly
            ? 'These points are ticked before the approval.'
            : `${checks.length - ticks.open} of ${checks.length} ticked`
        }
      />
      <ul>
        {checks.map((check) => (
          <Tick key={check.id} check={check} ticks={ticks} isReadOnly={isReadOnly} {...others} />
        ))}
      </ul>
    </section>
  )
}

function accountAbout(data: Parameters<typeof accountChange>[0], reader: number): string | undefined {
  const change = accountChange(data)
  return data.account && change ? `${change.about} Set by ${setterWords(data.account, reader)}.` : undefined
}

type TickProps = Omit<TickListProps, 'checks'> & { check: Check }

function Tick({ payment, check, ticks, isReadOnly, onLeaveOut }: TickProps) {
  const { kind, school, lines, tick } = check
  const isDone = ticks.isDone(check)
  const { data } = useQuery({
    ...accountQuery(school?.id ?? 0),
    enabled: kind === 'account' && school !== undefined,
  })
  const { id: reader } = useSessionUser()
  const [shown, more] = useMore(lines, { first: 10 })
  const ofSchool = payment.lines.filter(({ school_id, left_out }) => school_id === school?.id && !left_out)
  const hasSchool = kind === 'account' || kind === 'same_account'
  return (
    <li className={classes.check}>
      <span className={classes.mark}>
        <StatusMark
          tone={isDone ? 'green' : 'amber'}
          shape={isDone ? 'circledTick' : kind === 'account' ? 'diamond' : 'ring'}
        />
      </span>
      <div className={classes.words}>
        <h3>
          <CheckTitle check={check} />
        </h3>
        <p>{(kind === 'account' && data && accountAbout(data, reader)) || check.about}</p>
        {shown.length > 0 && (
          <ul className={classes.lines}>
            {shown.map((line) => (
              <li key={line.student_id}>
                <b className="el-strong">{line.name}</b>
                <span>
                  {[line.admission_no ?? 'no number', line.class, onOneLine(kes(line.amount)), line.reason]
                    .filter(Boolean)
                    .join(', ')}
                </span>
                {onLeaveOut && (
                  <Button
                    variant="subtle"
                    aria-label={`Leave out ${line.name}, ${check.title}`}
                    onClick={() => onLeaveOut([line])}
                  >
                    Leave out
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {more}
        {!isReadOnly && kind === 'account' && (
          <TextInput
            className={classes.spoke}
            label="Spoke to"
            placeholder="Such as: Mr Rono, bursar, 12 Jan"
            autoComplete="off"
            aria-label={`Spoke to, ${school?.name}`}
            value={ticks.spokeTo(check)}
            error={ticks.isTicked(check) && ticks.spokeTo(check).trim() === '' && 'Name who you spoke to'}
            onChange={({ currentTarget }) => ticks.speak(check, currentTarget.value)}
          />
        )}
        {!isReadOnly && (
          <label className={classes.tick}>
            <input
              type="checkbox"
              checked={ticks.isTicked(check)}
              aria-label={`${tick}: ${check.title}`}
              onChange={({ currentTarget }) => ticks.tick(check, currentTarget.checked)}
            />
            {tick}
          </label>
        )}
      </div>
      {hasSchool && onLeaveOut && ofSchool.length > 0 && (
        <div className={classes.action}>
          <Button
            variant="default"
            leftSection={<IconX size={18} aria-hidden />}
            aria-label={`Leave the school out: ${school?.name}`}
            onClick={() => onLeaveOut(ofSchool)}
          >
            Leave the school out
          </Button>
        </div>
      )}
    </li>
  )
}
