import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { DownloadKind } from '#contract/downloads.ts'
import { canDownload } from '#contract/permissions.ts'
import { lazyDialog } from '../modal/lazyDialog.tsx'
import { useSessionUser } from '../sessionUser.ts'

const DownloadModal = lazyDialog(async () => (await import('./DownloadModal.tsx')).DownloadModal)

/** The button that downloads a whole list with all fields, for users who may. */
export function DownloadList({ kind }: { kind: DownloadKind }) {
  const { role } = useSessionUser()
  const [isOpen, setIsOpen] = useState(false)
  if (!canDownload(role, kind)) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Download
      </Button>
      {isOpen && <DownloadModal kind={kind} onClose={() => setIsOpen(false)} />}
    </>
  )
}
