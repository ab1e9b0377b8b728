import { Progress } from '@mantine/core'

type ProgressBarProps = { label: string; percent: number; isTall?: boolean }

export const ProgressBar = ({ label, percent, isTall = false }: ProgressBarProps) => (
  <Progress
    aria-label={label}
    value={percent}
    size={isTall ? 8 : 6}
    flex={1}
    w="100%"
    bg="var(--el-sunken)"
  />
)
