import { TextInput, type TextInputProps } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { z } from 'zod'
import classes from './secondStep.module.css'

/** A code of characters in groups, such as `418 029`. */
type Grouping = { size: number; length: number; separator: string; ignored: RegExp }

const digits: Grouping = { size: 3, length: 6, separator: ' ', ignored: /\D/g }
const recovery: Grouping = { size: 4, length: 16, separator: '-', ignored: /[^0-9A-Z]/g }

export type CodeFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

export const CodeField = (props: CodeFieldProps) => (
  <GroupedField
    label="Six-digit code"
    inputMode="numeric"
    autoComplete="one-time-code"
    placeholder="000 000"
    classNames={{ input: classes.code ?? '' }}
    {...props}
    grouping={digits}
  />
)

export const RecoveryCodeField = (props: CodeFieldProps) => (
  <GroupedField
    label="Recovery code"
    autoComplete="off"
    autoCapitalize="characters"
    inputWrapperOrder={['label', 'input', 'error', 'description']}
    description="16 letters and digits. The dashes are added for you."
    classNames={{ input: classes.recovery ?? '' }}
    {...props}
    grouping={recovery}
  />
)

/** The groups are made while the code is typed or pasted, wherever its separators are. */
function GroupedField({ grouping, onChange, ...props }: CodeFieldProps & { grouping: Grouping }) {
  const group = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const before = input.value.slice(0, input.selectionStart ?? input.value.length)
    const caret = grouped(before, grouping).length
    // Written here, because React would move the cursor to the end.
    input.value = grouped(input.value, grouping)
    input.setSelectionRange(caret, caret)
    onChange(event)
  }
  return <TextInput size="md" spellCheck={false} {...props} onChange={group} />
}

export function grouped(text: string, { size, length, separator, ignored }: Grouping): string {
  const signs = text.toUpperCase().replaceAll(ignored, '').slice(0, length)
  return (signs.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(separator)
}

/** The fields of the codes, and what is checked before they are sent. */
export const codes = {
  totp: { Field: CodeField, form: z.object({ code: z.string().length(7, 'Enter the six digits') }) },
  recovery: {
    Field: RecoveryCodeField,
    form: z.object({ code: z.string().length(19, 'Enter the 16 letters and digits') }),
  },
}
