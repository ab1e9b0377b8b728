import { Button } from '@mantine/core'
import type { RowAction } from '../IconButton.tsx'

/** The next step of a row, as wide as its column. */
export const NextStepButton = ({ icon: Icon, word, label, onClick }: RowAction) => (
  <Button
    variant="default"
    fullWidth
    justify="flex-start"
    h="max(34px, var(--el-finger))"
    px={10}
    fz="0.90625rem"
    leftSection={<Icon size={18} aria-hidden />}
    aria-label={label}
    onClick={onClick}
  >
    {word}
  </Button>
)
