import { Progress } from '@mantine/core'

type ProgressBarProps = { label: string; percent: number; isTall?: boolean }

/** On the whole bar, because at 0 % the coloured part is not visible. */
const ARIA = { role: 'progressbar', 'aria-valuemin': 0, 'aria-valuemax': 100 }

export const ProgressBar = ({ label, percent, isTall = false }: ProgressBarProps) => (
  <Progress.Root
    {...ARIA}
    aria-label={label}
    aria-valuenow={Math.round(percent)}
    size={isTall ? 8 : 6}
    flex={1}
    w="100%"
    bg="var(--el-sunken)"
  >
    <Progress.Section value={percent} withAria={false} />
  </Progress.Root>
)
