import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import { Key } from './Key.tsx'
import { QueueSteps } from './QueueSteps.tsx'
import { ReturnField } from './ReturnField.tsx'
import type { useVerifying } from './useVerifying.ts'
import classes from './VerifyFoot.module.css'

type VerifyFootProps = {
  verifying: ReturnType<typeof useVerifying>
  isReturning: boolean
  /** Undefined while it cannot be returned. */
  onReturn: (() => void) | undefined
  onReturned: () => void
  /** Does not return it after all. */
  onKeep: () => void
}

/** What to do with the record, and the way to the others. */
export function VerifyFoot({ verifying, isReturning, onReturn, onReturned, onKeep }: VerifyFootProps) {
  const { verify, giveBack, said, isBusy } = verifying
  if (isReturning)
    return <ReturnField giveBack={giveBack} isBusy={isBusy} onReturned={onReturned} onKeep={onKeep} />
  return (
    <div className={classes.foot}>
      <QueueSteps onPrevious={verifying.toPrevious} onNext={verifying.toNext} />
      {/* A screen reader hears it with what comes next. */}
      <p className={classes.said} aria-hidden>
        {said}
      </p>
      <div className={classes.answers}>
        {/* They keep the focus while they rest. */}
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden />}
          rightSection={<Key of="R" />}
          aria-keyshortcuts="R"
          data-disabled={!onReturn || undefined}
          aria-disabled={!onReturn}
          onClick={onReturn}
        >
          Return
        </Button>
        <Button
          leftSection={<IconCircleCheck size={18} stroke={1.75} aria-hidden />}
          rightSection={<Key of="V" />}
          aria-keyshortcuts="V"
          data-disabled={!verify || undefined}
          aria-disabled={!verify}
          onClick={verify}
        >
          Verify
        </Button>
      </div>
    </div>
  )
}
