import { Box, Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import type { ImportJob } from './storedJobs.ts'
import frame from './imports.module.css'
import { type Reason, saveLeftOut } from './sheet/saveRows.ts'

type DownloadRowsProps = {
  job: Pick<ImportJob, 'sheet' | 'answers' | 'file'>
  /** The number of rows. */
  count: number
  reasonsOf: () => Reason[]
  /** A link within a sentence that names the rows. */
  isLink?: boolean
}

/** Downloads rows that are left out, with the reasons. A failure has a line of its own. */
export function DownloadRows({ job: { sheet, answers, file }, count, reasonsOf, isLink }: DownloadRowsProps) {
  const { mutate, error } = useMutation({
    mutationFn: () => saveLeftOut(sheet, answers, reasonsOf(), file.name),
    // Works offline: the rows are on this device. Only the first download needs a connection, for its code.
    networkMode: 'always',
  })
  const save = () => mutate()
  return (
    <>
      {isLink ? (
        <button
          type="button"
          className={frame.link}
          // The button is as high as a finger; without this it would make its row higher.
          style={{ marginBlock: 'min(0px, calc((1lh - var(--el-finger)) / 2))' }}
          onClick={save}
        >
          Download {count === 1 ? 'it' : 'them'}
        </button>
      ) : (
        <Button variant="default" leftSection={<IconFileSpreadsheet size={18} aria-hidden />} onClick={save}>
          Download {count === 1 ? 'this row' : `these ${count} rows`}
        </Button>
      )}
      {error && (
        <Box flex="1 0 100%" mt={isLink ? 's2' : undefined}>
          <LoadFailure error={error} onRetry={save} />
        </Box>
      )}
    </>
  )
}
