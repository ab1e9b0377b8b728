import '@mantine/core/styles/Input.css'
import { TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { toShillings } from '#contract/receipts.ts'
import { money } from '../amounts.ts'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import classes from './CostField.module.css'
import { centsOf } from './typedCost.ts'

type CostFieldProps = { label: string; input: GetInputPropsReturnType }

/** An amount, typed as people write it; left, it shows what was read of it. */
export function CostField({ label, input }: CostFieldProps) {
  const isPhone = useIsPhone()
  const showRead = () => {
    const cents = centsOf(input.value)
    const read = cents === undefined ? input.value : money(toShillings(cents))
    if (read !== input.value) input.onChange(read)
    input.onBlur?.()
  }
  return (
    <TextInput
      aria-label={label}
      placeholder="0.00"
      inputMode="decimal"
      autoComplete="off"
      // No room for a heading over the field.
      leftSection={isPhone && <span className={classes.currency}>KES</span>}
      leftSectionWidth={44}
      leftSectionPointerEvents="none"
      classNames={{ input: classes.amount ?? '' }}
      {...input}
      onBlur={showRead}
    />
  )
}
