import { TextInput, type TextInputProps } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { toShillings } from '#contract/records/receipts.ts'
import { centsOf, money } from '../ui/amounts.ts'

type AmountFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> & {
  input: GetInputPropsReturnType
}

/** An amount. When the field loses the focus, it shows the parsed amount. */
export function AmountField({ input, ...others }: AmountFieldProps) {
  const showRead = () => {
    const cents = centsOf(input.value)
    const read = cents === undefined ? input.value : money(toShillings(cents))
    if (read !== input.value) input.onChange(read)
    input.onBlur?.()
  }
  return (
    <TextInput
      placeholder="0.00"
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: 'el-amount' }}
      {...input}
      {...others}
      onBlur={showRead}
    />
  )
}
