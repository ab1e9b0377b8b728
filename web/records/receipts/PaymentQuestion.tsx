import { Box } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { dayAndMonth, formatDay } from '#contract/base/days.ts'
import { ChoiceCards } from '../../ui/form/ChoiceCards.tsx'
import { useToday } from '../../ui/form/FormFields.tsx'
import { kes, money, sumOf } from '../../ui/amounts.ts'
import { onOneLine } from '../../ui/formatDate.ts'
import {
  agoWords,
  choiceOf,
  chosenOf,
  NO_PAYMENT,
  type OpenPayment,
  openSum,
  type PaidValues,
  paidValuesOf,
  valuesPaidBy,
} from './openPayments.ts'
import classes from './PaymentQuestion.module.css'
import type { ReceiptValues } from './receiptEditor.ts'

type PaymentQuestionProps = {
  form: UseFormReturnType<ReceiptValues>
  payments: OpenPayment[]
  /** The values of a receipt for something else. */
  plain: ReceiptValues
}

/** Asks which payment to the school a receipt is for. Each answer keeps what was typed with it. */
export function PaymentQuestion({ form, payments, plain }: PaymentQuestionProps) {
  const id = useId()
  const today = useToday()
  const typed = useRef(new Map<string, PaidValues>())
  const value = form.values.payment_lines || NO_PAYMENT
  const choose = (next: string) => {
    const { values } = form
    typed.current.set(value, paidValuesOf(values))
    const chosen = chosenOf(payments, next)
    // What a draft has for a payment that is no longer open counts for the next answer.
    const isOpen = value === NO_PAYMENT || chosenOf(payments, value).length > 0
    const fresh = chosen.length > 0 ? valuesPaidBy(chosen, plain) : paidValuesOf(plain)
    form.setValues({ ...(isOpen && (typed.current.get(next) ?? fresh)), payment_lines: next })
    form.clearErrors()
  }
  const [first] = payments
  const isOne = payments.length === 1
  return (
    <div>
      <p id={id} className={`el-ui el-strong ${classes.question}`}>
        {isOne && first
          ? `Receipt for ${kes(first.open)} paid on ${shortDay(first.paid_on, today)}?`
          : 'What is this receipt for?'}
      </p>
      <ChoiceCards
        labelledBy={id}
        className={classes.choices}
        choices={[
          ...payments.map((payment) => ({
            value: choiceOf([payment]),
            content: isOne ? (
              <Choice
                word="Yes"
                note={`School fees to ${payment.school}, ${agoWords(payment.paid_on, today)}`}
              />
            ) : (
              <Choice
                word={`School fees: ${kes(payment.open)} paid on ${onOneLine(formatDay(payment.paid_on))}`}
                note={`To ${payment.school}, ${payment.receipts.length > 0 ? 'of which the rest' : 'no receipt yet'}`}
              />
            ),
          })),
          ...(payments.length < 2
            ? []
            : [
                {
                  value: choiceOf(payments),
                  content: (
                    <Choice
                      word={`${payments.length === 2 ? 'Both' : `All ${payments.length}`}: ${kes(openSum(payments))}`}
                      note={`One receipt for the ${payments.length === 2 ? 'two' : payments.length} payments`}
                    />
                  ),
                },
              ]),
          {
            value: NO_PAYMENT,
            content: (
              <Choice
                word={isOne ? 'No' : 'Something else'}
                note={`${isOne ? 'Something else: books' : 'Books'}, uniform, transport, shopping`}
              />
            ),
          },
        ]}
        value={form.values.payment_lines ?? ''}
        onChange={choose}
      />
      {form.errors['payment_lines'] && (
        <p className="el-sm" role="alert">
          {form.errors['payment_lines']}
        </p>
      )}
    </div>
  )
}

const shortDay = (day: string, today: string) =>
  onOneLine(day.slice(0, 4) === today.slice(0, 4) ? dayAndMonth(day) : formatDay(day))

const Choice = ({ word, note }: { word: string; note: string }) => (
  <span>
    <b className="el-ui el-strong el-numbers">{word}</b>
    <span className={`el-sm el-ink-2 ${classes.note}`}>{note}</span>
  </span>
)

/** What was paid beside what the receipt says. A difference is shown, and never refused. */
export function PaidAndReceipt({ payments, total }: { payments: OpenPayment[]; total: number }) {
  const paid = openSum(payments)
  const difference = sumOf([paid, -total])
  const isRest = payments.some(({ receipts }) => receipts.length > 0)
  const Icon = difference === 0 ? IconCircleCheck : IconAlertTriangle
  return (
    <section className="el-frame el-ui" aria-label="Paid and receipt">
      <dl className={classes.amounts}>
        <dt className="el-ink-2">{isRest ? 'Paid, without a receipt' : 'Paid to the school'}</dt>
        <dd className="el-amount">{money(paid)}</dd>
        <dt className="el-ink-2">This receipt</dt>
        <dd className={`el-amount el-strong ${classes.total}`}>{money(total)}</dd>
      </dl>
      <Box component="output" className={classes.difference} data-same={difference === 0}>
        <Icon size={18} aria-hidden />
        {difference === 0 ? (
          'The same amount'
        ) : (
          <span>
            <b>
              {money(Math.abs(difference))} {difference > 0 ? 'less' : 'more'} than paid.
            </b>{' '}
            Save it as the paper says.
          </span>
        )}
      </Box>
    </section>
  )
}
