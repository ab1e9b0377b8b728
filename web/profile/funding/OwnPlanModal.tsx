import { Textarea } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import { z } from 'zod'
import { lineSchema } from '#contract/base/fields.ts'
import type { StudentFunding } from '#contract/money/funding.ts'
import { ownPlansForm, planMessages } from '#contract/money/plans.ts'
import type { StudentProfile } from '#contract/students/students.ts'
import { useFundingChanged } from '../../funding/fundingApi.ts'
import { FeeFields } from '../../plans/FeeFields.tsx'
import { feeLines, feeLinesOf } from '../../plans/feeLines.ts'
import { money } from '../../ui/amounts.ts'
import { StudentLine } from '../../students/StudentLine.tsx'
import { ChoiceCards } from '../../ui/form/ChoiceCards.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import classes from './Funding.module.css'
import { setOwnPlans } from './fundingApi.ts'
import { ownReasons, ownToSave } from './ownFigures.ts'

const typedPlan = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plan') }),
  z.object({
    kind: z.literal('own'),
    terms: z.array(feeLines),
    reason: lineSchema('Reason', planMessages.reasonRequired, 500),
  }),
])

type OwnPlanModalProps = { student: StudentProfile; funding: StudentFunding; onClose: () => void }

/** Chooses between the school's fees and figures of the student's own, with the reason. */
export function OwnPlanModal({ student, funding, onClose }: OwnPlanModalProps) {
  const id = useId()
  const changed = useFundingChanged()
  // Another user may save while the form is open.
  const [{ year, year_id, school, class: className, terms, term_figures }] = useState(funding)
  const [initialValues] = useState(() => {
    const reasons = ownReasons(term_figures)
    const [reason = ''] = reasons
    return {
      kind: reasons.length > 0 ? ('own' as const) : ('plan' as const),
      terms: term_figures.map(({ term_id, planned, to_school }) =>
        feeLinesOf({ term_id, amount: planned, to_school }),
      ),
      reason: reasons.length === 1 ? reason : '',
    }
  })
  const schema = useMemo(
    () =>
      typedPlan
        .transform((typed): z.input<typeof ownPlansForm> => ({
          year_id,
          reason: typed.kind === 'own' ? typed.reason : '',
          terms: ownToSave(typed.kind === 'own' ? typed.terms : [], term_figures).map((fees) =>
            Object.assign(fees, { seen: term_figures.find(({ term_id }) => term_id === fees.term_id)?.own }),
          ),
        }))
        .pipe(ownPlansForm),
    [term_figures, year_id],
  )
  const hasPlan = term_figures.some(({ plan }) => plan)
  return (
    <FormModal
      title="Set plan"
      subtitle={<StudentLine student={student} more={year} />}
      shape="wide"
      initialValues={initialValues}
      schema={schema}
      verb="Save Plan"
      save={(form, transfer) => setOwnPlans(student.id, form, transfer)}
      onSaved={changed}
      onClose={onClose}
    >
      {(form) => (
        <>
          <h3 id={id} className="el-h3">
            What counts in {year}
          </h3>
          <ChoiceCards
            labelledBy={id}
            className={classes.kinds}
            choices={[
              {
                value: 'plan',
                content: (
                  <span className="el-grow">
                    <b>The school’s fees</b>
                    <span className={classes.about}>{[school, className].filter(Boolean).join(', ')}</span>
                    {hasPlan ? (
                      <span className={classes.fees}>
                        {term_figures.map(({ term_id, plan }) => (
                          <span key={term_id}>
                            {terms.find((term) => term.id === term_id)?.term_name}{' '}
                            <b>{plan ? money(plan.amount) : 'not known'}</b>
                          </span>
                        ))}
                      </span>
                    ) : (
                      <span className={classes.about}>No fees are planned yet.</span>
                    )}
                  </span>
                ),
              },
              {
                value: 'own',
                content: (
                  <span>
                    <b>Own figures</b>
                    <span className={classes.about}>For this student only, where they differ</span>
                  </span>
                ),
              },
            ]}
            value={form.values.kind}
            onChange={(kind) => form.setFieldValue('kind', kind)}
          />
          {form.values.kind === 'own' && (
            <>
              <FeeFields
                form={form}
                name="terms"
                values={form.values.terms}
                terms={terms}
                total={`${year}, for this student`}
              />
              <Textarea
                label="Reason"
                description="Such as: day scholar, pays no boarding."
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                autosize
                minRows={1}
                {...form.getInputProps('reason')}
              />
            </>
          )}
        </>
      )}
    </FormModal>
  )
}
