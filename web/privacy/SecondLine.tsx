import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

export const SecondLine = ({ children }: { children: ReactNode }) => (
  <Box component="span" display="block" className="el-sm el-ink-3 el-numbers">
    {children}
  </Box>
)
