import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Key } from './Key.tsx'
import classes from './VerifyFoot.module.css'

type QueueStepsProps = { onPrevious: (() => void) | undefined; onNext: (() => void) | undefined }

/** To the one before and the one after, also without doing anything with this one. */
export const QueueSteps = ({ onPrevious, onNext }: QueueStepsProps) => (
  <div className={classes.steps}>
    <Button
      variant="default"
      leftSection={<IconChevronLeft size={18} stroke={1.75} aria-hidden />}
      rightSection={<Key of="K" />}
      aria-keyshortcuts="K ArrowLeft"
      data-disabled={!onPrevious || undefined}
      aria-disabled={!onPrevious}
      onClick={onPrevious}
    >
      <span className={classes.word}>Previous</span>
    </Button>
    <Button
      variant="default"
      leftSection={<Key of="J" />}
      aria-keyshortcuts="J ArrowRight"
      rightSection={<IconChevronRight size={18} stroke={1.75} aria-hidden />}
      data-disabled={!onNext || undefined}
      aria-disabled={!onNext}
      onClick={onNext}
    >
      <span className={classes.word}>Next</span>
    </Button>
  </div>
)
