import { Box, Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { LoadFailure } from '../ui/LoadFailure.tsx'

type DownloadRowsProps = {
  /** The number of rows. */
  count: number
  onSave: () => Promise<void>
}

/** Downloads rows that are left out, with the reasons. A failure has a line of its own. */
export function DownloadRows({ count, onSave }: DownloadRowsProps) {
  const { mutate, error } = useMutation({
    mutationFn: onSave,
    // Works offline: the rows are on this device. Only the first download needs a connection, for its code.
    networkMode: 'always',
  })
  const save = () => mutate()
  return (
    <>
      <Button variant="default" leftSection={<IconFileSpreadsheet size={18} aria-hidden />} onClick={save}>
        Download {count === 1 ? 'this row' : `these ${count} rows`}
      </Button>
      {error && (
        <Box flex="1 0 100%">
          <LoadFailure error={error} onRetry={save} />
        </Box>
      )}
    </>
  )
}
