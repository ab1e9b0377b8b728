import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Payment } from '#contract/money/payments.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Steps } from '../../ui/form/Steps.tsx'
import { formatDateTime, onOneLine } from '../../ui/formatDate.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { focusIn } from '../../ui/modal/useModalLife.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { usePageTitle } from '../../ui/usePageTitle.ts'
import { paymentQuery, usePaymentRefresh } from '../paymentApi.ts'
import classes from '../Payments.module.css'
import { changesSince, stateLooks, stateOf, sumsOf, termOf } from '../paymentWords.ts'
import { ApproveStep } from './ApproveStep.tsx'
import { DraftStep } from './DraftStep.tsx'
import { PayStep } from './PayStep.tsx'

/** One payment, from its draft to the receipts of the schools. */
export function PaymentPage({ id }: { id: number }) {
  const { data: payment, error, refetch } = useQuery(paymentQuery(id))
  usePageTitle(payment ? `Payment ${payment.number}` : 'Payments')
  return (
    <>
      <BackLink to="/dashboard" search={{ menu: 'payments' }}>
        Payments
      </BackLink>
      {payment && <PaymentView payment={payment} />}
      {!payment && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!payment && !error && <VisuallyHidden component="output">Loading payment</VisuallyHidden>}
    </>
  )
}

const stepNames = ['Prepare', 'Approve', 'Pay', 'Receipts']
const stepOfState = { draft: 0, returned: 0, to_approve: 1, to_pay: 2, paid: 3 }

function PaymentView({ payment }: { payment: Payment }) {
  const { changes, accept, onChanged } = useChanges(payment)
  const state = stateOf({ ...payment, ...sumsOf(payment.lines) })
  useFocusAfterChange(payment, changes.length)
  const Step = payment.state === 'draft' ? DraftStep : payment.state === 'approved' ? PayStep : ApproveStep
  return (
    <>
      <Group gap="12px 24px" align="flex-end" mih={52} mb={{ base: 14, sm: 18 }}>
        <div>
          <Group gap="6px 12px">
            <h1 className="el-h1">Payment {payment.number}</h1>
            <StatusBadge {...stateLooks[state]} />
          </Group>
          <Text size="body" c="gray" mt={2}>
            {subtitleOf(payment)}
          </Text>
        </div>
        <Steps names={stepNames} current={stepOfState[state]} />
      </Group>
      <div className={classes.page}>
        {changes.length > 0 && (
          <Message
            tone="note"
            action={
              <Button variant="default" onClick={accept}>
                OK
              </Button>
            }
          >
            {changes.join(' ')}
            {payment.state === 'to_approve' && ' Ticks of what is unchanged are kept.'}
          </Message>
        )}
        <Step payment={payment} onChanged={onChanged} />
      </div>
    </>
  )
}

function subtitleOf(payment: Payment): string {
  const { state, created_by, created_at, sent_by, sent_at, approved_by, approved_at, approved_alone } =
    payment
  const term = termOf(payment)
  if (state === 'approved' && approved_at)
    return `${term}. Approved by ${approved_by}, ${onOneLine(formatDateTime(approved_at))}${approved_alone ? '. Its preparer once approved it alone, when nobody else could' : ''}`
  if (state === 'to_approve' && sent_at)
    return `${term}. Prepared by ${sent_by}, ${onOneLine(formatDateTime(sent_at))}`
  return `${term}. Prepared by ${created_by}, since ${onOneLine(formatDateTime(created_at))}`
}

/**
 * The next step of a payment has other buttons, a corrected number has none, and OK removes itself. The focus of a button that is
 * gone moves to the one in its place, as after a dialog.
 */
function useFocusAfterChange(payment: Payment, changes: number): void {
  const place = useRef<Element>(null)
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      place.current = target instanceof Element ? target.closest('[data-focus-back]') : null
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  useEffect(() => {
    // A dialog returns the focus itself.
    const isLost = document.activeElement === document.body && !document.querySelector('[role="dialog"]')
    if (isLost) focusIn(place.current)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- buttons disappear with these only
  }, [payment, changes])
}

/** What others changed since the reader saw the payment. Changes of the reader's own are not mentioned. */
function useChanges(payment: Payment) {
  const refresh = usePaymentRefresh()
  const [seen, setSeen] = useState(payment)
  const [isOwn, setIsOwn] = useState(false)
  const { id } = payment
  const onChanged = useCallback(() => {
    const show = async () => {
      setIsOwn(true)
      const fresh = await refresh(id)
      setIsOwn(false)
      if (fresh) setSeen(fresh)
    }
    void show()
  }, [id, refresh])
  return {
    changes: isOwn ? [] : changesSince(seen, payment),
    accept: () => setSeen(payment),
    onChanged,
  }
}
