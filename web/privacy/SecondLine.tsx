import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

/** The second line of a cell in a table. */
export const SecondLine = ({ children }: { children: ReactNode }) => (
  <Box component="span" display="block" className="el-sm el-ink-3 el-numbers">
    {children}
  </Box>
)
