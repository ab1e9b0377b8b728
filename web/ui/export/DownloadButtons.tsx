import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import type { SavingDownload } from './useSavingDownload.ts'

const kinds = [
  { kind: 'csv', word: 'CSV', Icon: IconFileTypeCsv },
  { kind: 'xlsx', word: 'XLSX', Icon: IconFileSpreadsheet },
] as const

export const DownloadButtons = ({ saving }: { saving: SavingDownload }) =>
  kinds.map(({ kind, word, Icon }) => (
    <Button
      key={kind}
      variant="default"
      aria-label={`Download ${word}`}
      aria-disabled={saving.isOff}
      leftSection={<Icon size={20} stroke={1.75} aria-hidden />}
      onClick={() => saving.save(kind)}
    >
      {word}
    </Button>
  ))
