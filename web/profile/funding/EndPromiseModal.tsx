import { useState } from 'react'
import type { Commitment } from '#contract/money/commitments.ts'
import { EndFields, endingSchema } from '../../funding/EndFields.tsx'
import { useFundingChanged } from '../../funding/fundingApi.ts'
import { covers } from '../../students/promises/periods.ts'
import { endPromise } from '../../students/promises/promiseApi.ts'
import { promiserOf, promiseTime } from '../../funding/promiseWords.ts'
import { money } from '../../ui/amounts.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { StudentLine } from '../../students/StudentLine.tsx'
import type { FundingProps } from './FundingProps.ts'

type EndPromiseModalProps = FundingProps & { promise: Commitment; onClose: () => void }

/** Ends a promise with a term, for a reason. */
export function EndPromiseModal({ student, funding, periods, promise, onClose }: EndPromiseModalProps) {
  const changed = useFundingChanged()
  const name = promiserOf(promise)
  const [initialValues] = useState(() => {
    const last = funding.term_figures.findLast(({ term_id, has_opened }) =>
      periods.some(
        (period) =>
          has_opened &&
          period.term_id === term_id &&
          period.year_id === funding.year_id &&
          covers(promise, periods, period),
      ),
    )
    const until_year_id = String(last ? funding.year_id : promise.from_year_id)
    return { until_year_id, until_term_id: String(last?.term_id ?? promise.from_term_id), end_reason: '' }
  })
  return (
    <FormModal
      title="End promise"
      subtitle={<StudentLine student={student} />}
      initialValues={initialValues}
      schema={endingSchema}
      verb="End promise"
      // Together with what the promise is now: after a refusal because others changed it, the next try is about theirs.
      save={(form, transfer) => endPromise(promise, form, transfer)}
      onSaved={changed}
      onFailed={changed}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p className="el-ink-2">
            {name && <strong>{name}: </strong>}KES {money(promise.amount)} a term,{' '}
            {promiseTime(promise, periods)}.
          </p>
          <EndFields form={form} periods={periods.filter((period) => covers(promise, periods, period))} />
        </>
      )}
    </FormModal>
  )
}
