import { Group } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import frame from '../ui/modal/ModalFrame.module.css'

/** In the foot of a dialog. */
export const WillConfirm = () => (
  <Group gap={8} wrap="nowrap" className={`el-sm el-ink-2 ${frame.note}`}>
    <IconShieldCheck size={18} className="el-ink-3" aria-hidden />
    You will confirm who you are
  </Group>
)
