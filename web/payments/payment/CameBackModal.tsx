import { Input, TextInput } from '@mantine/core'
import { useId } from 'react'
import { cameBackForm } from '#contract/money/payments.ts'
import { money, sumOf } from '../../ui/amounts.ts'
import { DateField } from '../../ui/form/date/DateField.tsx'
import { useToday } from '../../ui/form/FormFields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { Message } from '../../ui/Message.tsx'
import { noteCameBack, usePaymentRefresh } from '../paymentApi.ts'
import { paidWords } from '../paymentWords.ts'
import classes from './files.module.css'
import type { SchoolGroup } from './SchoolLines.tsx'
import type { StepProps } from './StepProps.ts'

type CameBackModalProps = StepProps & { group: SchoolGroup; onClose: () => void }

/** Notes money of a school that came back, for all or some of its students. */
export function CameBackModal({ payment, group, onChanged, onClose }: CameBackModalProps) {
  const refresh = usePaymentRefresh()
  const today = useToday()
  const id = useId()
  const lines = group.inIt.filter(({ paid_on, came_back_on }) => paid_on !== null && came_back_on === null)
  const [first] = lines
  const all = lines.map((line) => line.id)
  return (
    <FormModal
      title="Money came back"
      subtitle={`${group.school}${first ? `, ${paidWords(first)}` : ''}`}
      initialValues={{ lines: lines.length === 1 ? all : ([] as number[]), schools: [], on: '', reason: '' }}
      schema={cameBackForm}
      save={(form, transfer) => noteCameBack(payment.id, form, transfer)}
      onSaved={onChanged}
      onFailed={() => void refresh(payment.id)}
      onClose={onClose}
    >
      {(form) => {
        const ticked = form.values.lines
        const set = (ids: number[], isOn: boolean) => {
          const others = ticked.filter((line) => !ids.includes(line))
          form.setFieldValue('lines', isOn ? [...others, ...ids] : others)
        }
        return (
          <>
            <div>
              <Input.Label id={id} labelElement="div" mb={6}>
                For whom
              </Input.Label>
              {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would need a legend */}
              <div role="group" aria-labelledby={id} className={classes.pick}>
                {lines.length > 1 && (
                  <label className={classes.head}>
                    <input
                      type="checkbox"
                      checked={all.every((line) => ticked.includes(line))}
                      onChange={({ currentTarget }) => set(all, currentTarget.checked)}
                    />
                    The whole school, {lines.length} students
                    <span>{money(sumOf(lines.map(({ amount }) => amount)))}</span>
                  </label>
                )}
                {lines.map((line) => (
                  <label key={line.id}>
                    <input
                      type="checkbox"
                      checked={ticked.includes(line.id)}
                      onChange={({ currentTarget }) => set([line.id], currentTarget.checked)}
                    />
                    <span className="el-words">{line.name}</span>
                    <span>{money(line.amount)}</span>
                  </label>
                ))}
              </div>
              {form.errors['lines'] && <Input.Error mt={6}>{form.errors['lines']}</Input.Error>}
            </div>
            <div className={classes.pair}>
              <DateField label="On" max={today} {...form.getInputProps('on')} />
              <TextInput label="Why" autoComplete="off" {...form.getInputProps('reason')} />
            </div>
            <Message tone="done">
              For an Active student the amount is owed again and comes in the next payment. For others nothing
              is owed.
            </Message>
          </>
        )
      }}
    </FormModal>
  )
}
