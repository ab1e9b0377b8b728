import { Button, type ButtonProps } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type FoldButtonProps = ButtonProps & { isOpen: boolean; onToggle: () => void; children: ReactNode }

/** A button that shows more below its line. */
export function FoldButton({ isOpen, onToggle, children, ...layout }: FoldButtonProps) {
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <Button
      variant="subtle"
      h="max(36px, var(--el-finger))"
      px={8}
      {...layout}
      aria-expanded={isOpen}
      rightSection={<Chevron size={18} aria-hidden />}
      onClick={onToggle}
    >
      {children}
    </Button>
  )
}
