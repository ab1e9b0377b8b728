import { useState } from 'react'
import { type Commitment, receivedForm } from '#contract/money/commitments.ts'
import { toCents, toShillings } from '#contract/records/receipts.ts'
import { useFundingChanged } from '../../funding/fundingApi.ts'
import { covers, type Period } from '../../students/promises/periods.ts'
import { PeriodSelect } from '../../funding/PeriodSelect.tsx'
import { noteReceived } from '../../students/promises/promiseApi.ts'
import { promiserOf } from '../../funding/promiseWords.ts'
import { AmountField } from '../../records/AmountField.tsx'
import { money } from '../../ui/amounts.ts'
import { StudentLine } from '../../students/StudentLine.tsx'
import { DateField } from '../../ui/form/date/DateField.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useToday } from '../../ui/form/FormFields.tsx'
import type { FundingProps } from './FundingProps.ts'

type ReceivedModalProps = FundingProps & { promise: Commitment; onClose: () => void }

/** Notes what came in of a promise for a term. */
export function ReceivedModal({ student, funding, periods, promise, onClose }: ReceivedModalProps) {
  const changed = useFundingChanged()
  const today = useToday()
  const covered = periods.filter((period) => covers(promise, periods, period))
  const openOf = ({ year_id, term_id }: Period) =>
    promise.received
      .filter((each) => each.year_id === year_id && each.term_id === term_id)
      .reduce((cents, { amount }) => cents - toCents(amount), toCents(promise.amount))
  const [initialValues] = useState(() => {
    const inYear = covered.filter(({ year_id }) => year_id === funding.year_id)
    const term = inYear.find((period) => openOf(period) > 0) ?? inYear[0] ?? covered[0]
    const open = term ? openOf(term) : 0
    return {
      year_id: String(term?.year_id ?? ''),
      term_id: String(term?.term_id ?? ''),
      amount: open > 0 ? money(toShillings(open)) : '',
      on: today,
    }
  })
  const name = promiserOf(promise)
  return (
    <FormModal
      title="Mark as received"
      subtitle={<StudentLine student={student} />}
      initialValues={initialValues}
      schema={receivedForm}
      verb="Mark as received"
      save={(form, transfer) => noteReceived(promise.id, form, transfer)}
      onSaved={changed}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p className="el-ink-2">
            {name && <strong>{name}: </strong>}KES {money(promise.amount)} a term.
          </p>
          <PeriodSelect form={form} label="For" name="" periods={covered} />
          <AmountField label="Amount, KES" data-autofocus input={form.getInputProps('amount')} />
          <DateField label="Received on" max={today} {...form.getInputProps('on')} />
        </>
      )}
    </FormModal>
  )
}
