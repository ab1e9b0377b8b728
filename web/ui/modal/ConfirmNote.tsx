import { Group } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'

/** Beside a button for which the server asks again who the user is, unless the user has confirmed it lately. */
export const ConfirmNote = () => (
  <Group component="p" gap={8} wrap="nowrap" className="el-sm el-ink-2">
    <IconShieldCheck size={18} className="el-ink-3" aria-hidden />
    You may be asked to confirm it is you.
  </Group>
)
