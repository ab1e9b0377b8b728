import { useState } from 'react'
import { type Commitment, type ReceivedForm, receivedForm } from '#contract/money/commitments.ts'
import { toCents, toShillings } from '#contract/records/receipts.ts'
import { useFundingChanged } from '../../funding/fundingApi.ts'
import { covers, findPeriod, type Period } from '../../students/promises/periods.ts'
import { PeriodSelect } from '../../funding/PeriodSelect.tsx'
import { noteReceived } from '../../students/promises/promiseApi.ts'
import { promiserOf } from '../../funding/promiseWords.ts'
import { AmountField } from '../../records/AmountField.tsx'
import { kes, money, sumOf } from '../../ui/amounts.ts'
import { StudentLine } from '../../students/StudentLine.tsx'
import { ContinueNote } from '../../ui/form/ContinueNote.tsx'
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
  // Another user may note the same money while the form is open: what they noted is shown before more is noted.
  const [seen, setSeen] = useState(promise.received)
  const [initialValues] = useState(() => {
    const openOf = (period: Period) => toCents(promise.amount) - toCents(receivedIn(seen, period))
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
  const meanwhileIn = ({ year_id, term_id }: { year_id: string; term_id: string }) => {
    const period = findPeriod(covered, Number(year_id), Number(term_id))
    if (!period) return undefined
    const now = receivedIn(promise.received, period)
    return now === receivedIn(seen, period) ? undefined : `Received by now: ${kes(now)} for ${period.name}.`
  }
  return (
    <FormModal
      title="Mark as received"
      subtitle={<StudentLine student={student} />}
      initialValues={initialValues}
      schema={receivedForm}
      verb="Mark as received"
      save={(form, transfer) => noteReceived(promise.id, { ...form, seen: receivedIn(seen, form) }, transfer)}
      onSaved={changed}
      onFailed={changed}
      onClose={onClose}
    >
      {(form) => (
        <>
          {meanwhileIn(form.values) && (
            <ContinueNote onContinue={() => setSeen(promise.received)}>
              {meanwhileIn(form.values)}
            </ContinueNote>
          )}
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

/** What came in for a term. */
const receivedIn = (received: Commitment['received'], term: Pick<ReceivedForm, 'year_id' | 'term_id'>) =>
  sumOf(
    received.flatMap(({ year_id, term_id, amount }) =>
      year_id === term.year_id && term_id === term.term_id ? amount : [],
    ),
  )
