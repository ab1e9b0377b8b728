import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import classes from './SelectBox.module.css'

type Choice = { value: string; label: string; disabled?: boolean }

type SelectBoxProps = Omit<NativeSelectProps, 'data' | 'rightSection'> & {
  data: (Choice | { group: string; items: Choice[] })[]
  /** Shown while nothing is chosen. */
  placeholder?: string
  /** A note about the chosen option, before the arrow. */
  note?: string | undefined
}

/** The platform's own select box, which phones and screen readers support best. */
export function SelectBox({ data, placeholder, note, ...others }: SelectBoxProps) {
  return (
    <NativeSelect
      data={placeholder === undefined ? data : [{ value: '', label: placeholder }, ...data]}
      {...arrowAfter(note)}
      classNames={{ input: `${classes.box} ${placeholder ? classes.hinted : ''} ${note ? 'el-strong' : ''}` }}
      {...others}
    />
  )
}

/** The arrow of a select box, after the note about the chosen option. */
export const arrowAfter = (note: string | undefined) => ({
  rightSection: (
    <>
      {note && <span className={classes.note}>{note}</span>}
      <IconChevronDown size={18} aria-hidden />
    </>
  ),
  ...(note && { rightSectionWidth: 'fit-content', rightSectionProps: { className: classes.noted } }),
})
