import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/VisuallyHidden.css'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListRows } from '../list/useListRows.ts'
import { Message } from '../Message.tsx'
import { PageHead } from '../PageHead.tsx'
import type { Download } from './Download.ts'
import classes from './DownloadHead.module.css'
import { type FileKind, saveDownload } from './saveDownload.ts'

type DownloadHeadProps<Row> = {
  title: string
  subtitle?: ReactNode
  list: ListRows<Row>
  download: Download<Row>
  /** More buttons beside those that save. */
  children?: ReactNode
}

const kinds = [
  { kind: 'csv', word: 'CSV', Icon: IconFileTypeCsv },
  { kind: 'xlsx', word: 'XLSX', Icon: IconFileSpreadsheet },
] as const

/** The head of a panel whose list can be saved, just as it is searched and sorted, with the rows of all pages. */
export function DownloadHead<Row>(props: DownloadHeadProps<Row>) {
  const { title, subtitle, list, download, children } = props
  const saving = useMutation({
    mutationFn: async (kind: FileKind) => saveDownload(download, kind, await list.allRows()),
    // Rows that are here already can be saved without a connection.
    networkMode: 'always',
  })
  const isOff = !list.isAnswered || saving.isPending
  const save = (kind: FileKind) => {
    if (!isOff) saving.mutate(kind)
  }
  return (
    <>
      <PageHead title={title} subtitle={subtitle}>
        <div className={classes.buttons}>
          {kinds.map(({ kind, word, Icon }) => (
            <Button
              key={kind}
              variant="default"
              aria-label={`Download ${word}`}
              aria-disabled={isOff}
              leftSection={<Icon size={20} stroke={1.75} aria-hidden />}
              onClick={() => save(kind)}
            >
              {word}
            </Button>
          ))}
          {children}
        </div>
      </PageHead>
      <VisuallyHidden component="output">{saving.isPending && 'Preparing the file'}</VisuallyHidden>
      {saving.error && (
        <div className={classes.error}>
          <Message tone="bad" action={<TryAgain onClick={() => save(saving.variables)} />}>
            {saving.error.message}
          </Message>
        </div>
      )}
    </>
  )
}

const TryAgain = ({ onClick }: { onClick: () => void }) => (
  <Button variant="default" onClick={onClick}>
    Try again
  </Button>
)
