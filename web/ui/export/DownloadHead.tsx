import { Box, Button, VisuallyHidden } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ListRows } from '../list/rows/useListRows.ts'
import { LoadFailure } from '../LoadFailure.tsx'
import { PageHead } from '../PageHead.tsx'
import { PrintButton } from '../print/PrintSheet.tsx'
import { print } from '../print/usePrinting.ts'
import { useIsPhone } from '../useIsPhone.ts'
import type { Download } from './Download.ts'
import { type FileKind, saveDownload } from './saveDownload.ts'
import { TablePrint } from './TablePrint.tsx'

type DownloadHeadProps<Row> = {
  title: string
  subtitle?: ReactNode
  list: ListRows<Row>
  download: Download<Row>
  /** The printed sheet, if it is not the table that the download contains. */
  sheet?: ReactNode
}

/** The head of a panel whose list can be downloaded and printed as it is searched and sorted, with the rows of all pages. */
export function DownloadHead<Row>(props: DownloadHeadProps<Row>) {
  const { title, subtitle, list, download, sheet } = props
  const printing = usePrintingAll(list)
  const saving = useSavingDownload(download, list.allRows, list.isAnswered)
  const isPhone = useIsPhone()
  const printButton = <PrintButton isOff={!list.isAnswered || printing.isPending} onPrint={printing.print} />
  return (
    <>
      <PageHead title={title} subtitle={subtitle} primary={!isPhone && printButton}>
        <DownloadButtons saving={saving} />
        {isPhone && printButton}
      </PageHead>
      <DownloadState saving={saving} />
      {printing.error && (
        <Box mb="s4">
          <LoadFailure error={printing.error} onRetry={printing.print} />
        </Box>
      )}
      {sheet ?? <TablePrint title={title} download={download} rows={printing.rows} search={list.search} />}
    </>
  )
}

const kinds = [
  { kind: 'csv', word: 'CSV', Icon: IconFileTypeCsv },
  { kind: 'xlsx', word: 'XLSX', Icon: IconFileSpreadsheet },
] as const

export const DownloadButtons = ({ saving }: { saving: SavingDownload }) =>
  kinds.map(({ kind, word, Icon }) => (
    <Button
      key={kind}
      variant="default"
      aria-disabled={saving.isOff}
      leftSection={<Icon size={20} aria-hidden />}
      onClick={() => saving.save(kind)}
    >
      Download {word}
    </Button>
  ))

/** Shows that a file is being prepared, or why that failed. */
export const DownloadState = ({ saving }: { saving: SavingDownload }) => (
  <>
    <VisuallyHidden component="output">{saving.isPending && 'Preparing the file'}</VisuallyHidden>
    {saving.error && (
      <Box mb="s4">
        <LoadFailure error={saving.error} onRetry={saving.retry} />
      </Box>
    )}
  </>
)

/** The rows to print: those of all pages, which the Print button loads first. */
function usePrintingAll<Row>(list: ListRows<Row>) {
  const [loaded, setLoaded] = useState<Row[]>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const rows = await list.allRows()
      // The browser prints what is rendered.
      flushSync(() => setLoaded(rows))
      window.addEventListener('afterprint', () => setLoaded(undefined), { once: true })
      print(undefined)
    },
    networkMode: 'always',
  })
  return { rows: loaded ?? list.found ?? list.rows, print: () => mutate(), isPending, error }
}

type SavingDownload = ReturnType<typeof useSavingDownload>

/** Saves rows as a file, once they are loaded. */
export function useSavingDownload<Row>(
  download: Download<Row>,
  allRows: () => Promise<Row[]>,
  isReady: boolean,
) {
  const saving = useMutation({
    mutationFn: async (kind: FileKind) => saveDownload(download, kind, await allRows()),
    // Rows that are already loaded can be saved without a connection.
    networkMode: 'always',
  })
  const isOff = !isReady || saving.isPending
  const save = (kind: FileKind) => {
    if (!isOff) saving.mutate(kind)
  }
  return {
    isOff,
    isPending: saving.isPending,
    save,
    error: saving.error,
    retry: () => saving.variables && save(saving.variables),
  }
}
