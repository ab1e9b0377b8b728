import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './CurrentValue.module.css'

/** The current value that a dialog is about to change. */
export const CurrentValue = ({ what, children }: { what: string; children: ReactNode }) => (
  <Group className={`el-ui ${classes.value}`} gap="s3" mih={28} wrap="nowrap">
    <span className="el-ink-2">Current {what}</span>
    {children || 'None yet'}
  </Group>
)
