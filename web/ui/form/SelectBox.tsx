import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Input.css'
import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import classes from './SelectBox.module.css'

type SelectBoxProps = Omit<NativeSelectProps, 'data' | 'rightSection'> & {
  data: { value: string; label: string }[]
  /** Shown while nothing is chosen. */
  placeholder?: string
}

/** The platform's own select box, which phones and screen readers know best. */
export function SelectBox({ data, placeholder, ...others }: SelectBoxProps) {
  return (
    <NativeSelect
      data={placeholder === undefined ? data : [{ value: '', label: placeholder }, ...data]}
      rightSection={<IconChevronDown size={18} stroke={1.75} aria-hidden />}
      classNames={{ input: classes.box ?? '' }}
      {...others}
    />
  )
}
