import { Box } from '@mantine/core'

/** Lines of text that are still to come. */
export const Bars = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, index) => (
    <Box key={index} className="el-blank" h={14} bdrs="xs" w={index % 2 === 0 ? '72%' : '100%'} />
  ))
