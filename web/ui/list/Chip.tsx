import { Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Chip.module.css'

/** The filters of a list. */
export const Chips = ({ children }: { children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would need a legend
  <Group className={classes.chips ?? ''} role="group" aria-label="Show only">
    {children}
  </Group>
)

type ChipProps = {
  /** Left of the word. The chip that shows everything has none. */
  mark?: ReactNode
  count: number
  isOn: boolean
  onPress: () => void
  children: ReactNode
}

/** A filter with the number of rows that it finds. */
export const Chip = ({ mark, count, isOn, onPress, children }: ChipProps) => (
  <button type="button" className={classes.chip} aria-pressed={isOn} onClick={onPress}>
    {mark}
    <span>{children}</span>
    <b className="el-numbers">{count}</b>
    {isOn && mark && <IconX size={16} aria-hidden />}
  </button>
)
