import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import { LoadFailure } from '../LoadFailure.tsx'
import classes from './DownloadHead.module.css'
import type { SavingDownload } from './useSavingDownload.ts'

/** Says that a file is prepared, or why it could not be. */
export const DownloadState = ({ saving }: { saving: SavingDownload }) => (
  <>
    <VisuallyHidden component="output">{saving.isPending && 'Preparing the file'}</VisuallyHidden>
    {saving.error && (
      <div className={classes.error}>
        <LoadFailure error={saving.error} onRetry={saving.retry} />
      </div>
    )}
  </>
)
