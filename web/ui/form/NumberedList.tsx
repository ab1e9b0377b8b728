import { Box, Group } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

const circle = 'el-disc el-sm el-strong'

/** Numbered steps, each with an explanation. */
export const NumberedList = ({ steps }: { steps: [what: ReactNode, about: ReactNode][] }) => (
  <Box component="ol" className="el-ink-2" p="0 var(--el-pad) 8px">
    {steps.map(([what, about], index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the steps never change
      <Group key={index} component="li" gap={10} wrap="nowrap" align="flex-start" py={9}>
        <Box w={26} h={26} mt={-1} bg="var(--el-sunken)" c="var(--el-ink)" className={circle} aria-hidden>
          {index + 1}
        </Box>
        <span>
          <Box component="b" display="block" c="var(--el-ink)">
            {what}
          </Box>
          {about}
        </span>
      </Group>
    ))}
  </Box>
)

type CardNoteProps = { Icon: TablerIcon; title?: string; children: ReactNode }

/** A note at the foot of a card. */
export const CardNote = ({ Icon, title, children }: CardNoteProps) => (
  <Group
    component="p"
    className="el-line el-ink-2"
    gap={11}
    wrap="nowrap"
    align="flex-start"
    p="14px var(--el-pad) 16px"
    fz="0.90625rem"
    lh="1.25rem"
  >
    <Icon className="el-ink-3" size={19} aria-hidden />
    <span>
      {title && (
        <Box component="b" c="var(--el-ink)">
          {title}{' '}
        </Box>
      )}
      {children}
    </span>
  </Group>
)
