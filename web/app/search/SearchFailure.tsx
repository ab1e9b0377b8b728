import { Button } from '@mantine/core'
import { IconRefresh, IconWifiOff } from '@tabler/icons-react'
import { isUnreachable } from '../../ui/http.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import classes from './SearchPalette.module.css'

type SearchFailureProps = { error: Error; onRetry: () => void }

/** Why nothing could be searched, with a button to try again. */
export function SearchFailure({ error, onRetry }: SearchFailureProps) {
  if (!isUnreachable(error)) return <LoadFailure error={error} onRetry={onRetry} />
  return (
    <div className={classes.unreachable} role="alert">
      <IconWifiOff size={20} aria-hidden />
      <span className="el-grow">
        <b>Search needs the network.</b> What you typed stays here.
      </span>
      <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
