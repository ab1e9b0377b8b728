import { Input, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { paidForm } from '#contract/money/payments.ts'
import { kes, money, sumOf } from '../../ui/amounts.ts'
import { DateField } from '../../ui/form/date/DateField.tsx'
import { useToday } from '../../ui/form/FormFields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { plural } from '../../ui/plural.ts'
import { markPaid, usePaymentRefresh } from '../paymentApi.ts'
import classes from './files.module.css'
import type { SchoolGroup } from './SchoolLines.tsx'
import type { StepProps } from './StepProps.ts'

type PaidModalProps = StepProps & {
  /** The schools that are not paid yet. */
  groups: SchoolGroup[]
  /** The schools that are ticked at first. */
  chosen: number[]
  onClose: () => void
}

/** Marks all schools of one transfer as paid. */
export function PaidModal({ payment, groups: unpaid, chosen, onChanged, onClose }: PaidModalProps) {
  const refresh = usePaymentRefresh()
  const today = useToday()
  const id = useId()
  // Until the dialog closes, it shows what was saved.
  const [saved, setSaved] = useState<SchoolGroup[]>()
  const groups = saved ?? unpaid
  const kinds = [
    { name: 'By bank', some: groups.filter(({ account }) => account?.kind !== 'paybill') },
    { name: 'By M-Pesa', some: groups.filter(({ account }) => account?.kind === 'paybill') },
  ].filter(({ some }) => some.length > 0)
  return (
    <FormModal
      title="Mark as paid"
      subtitle={payment.number}
      initialValues={{ schools: chosen, on: '', reference: '' }}
      schema={paidForm}
      verb="Mark as paid"
      save={(form, transfer) => markPaid(payment.id, form, transfer)}
      onSaved={() => {
        setSaved(unpaid)
        onChanged()
      }}
      onFailed={() => void refresh(payment.id)}
      onClose={onClose}
    >
      {(form) => {
        const ticked = groups.filter((group) => form.values.schools.includes(group.id))
        const set = (ids: number[], isOn: boolean) => {
          const others = form.values.schools.filter((school) => !ids.includes(school))
          form.setFieldValue('schools', isOn ? [...others, ...ids] : others)
        }
        return (
          <>
            <div>
              <Input.Label id={id} labelElement="div" mb={6}>
                Schools of one transfer
              </Input.Label>
              {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would need a legend */}
              <div role="group" aria-labelledby={id} className={classes.pick}>
                {kinds.map(({ name, some }) => (
                  <Kind key={name} name={name} groups={some} ticked={form.values.schools} onSet={set} />
                ))}
              </div>
              {form.errors['schools'] && <Input.Error mt={6}>{form.errors['schools']}</Input.Error>}
            </div>
            <div className={classes.pair}>
              <DateField label="Paid on" max={today} {...form.getInputProps('on')} />
              <TextInput label="Reference" autoComplete="off" {...form.getInputProps('reference')} />
            </div>
            <p className="el-ui el-ink-2 el-numbers" aria-live="polite">
              {plural(ticked.length, 'school')},{' '}
              <b className="el-strong">{kes(sumOf(ticked.map(({ amount }) => amount)))}</b>
            </p>
          </>
        )
      }}
    </FormModal>
  )
}

type KindProps = {
  name: string
  groups: SchoolGroup[]
  ticked: number[]
  onSet: (ids: number[], isOn: boolean) => void
}

/** The schools of one kind of account, which can be ticked together. */
function Kind({ name, groups, ticked, onSet }: KindProps) {
  const ids = groups.map(({ id }) => id)
  return (
    <>
      {groups.length > 1 && (
        <label className={classes.head}>
          <input
            type="checkbox"
            checked={ids.every((id) => ticked.includes(id))}
            onChange={({ currentTarget }) => onSet(ids, currentTarget.checked)}
          />
          {name}: all {groups.length}
          <span>{money(sumOf(groups.map(({ amount }) => amount)))}</span>
        </label>
      )}
      {groups.map(({ id, school, amount }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={ticked.includes(id)}
            onChange={({ currentTarget }) => onSet([id], currentTarget.checked)}
          />
          <span className="el-words">{school}</span>
          <span>{money(amount)}</span>
        </label>
      ))}
    </>
  )
}
