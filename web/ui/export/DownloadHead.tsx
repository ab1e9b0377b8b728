import { Box, Button, VisuallyHidden } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { WHOLE_LIST_LIMIT } from '#contract/base/lists.ts'
import type { ListRows } from '../list/rows/useListRows.ts'
import { LoadFailure } from '../LoadFailure.tsx'
import { newIdempotencyKey } from '../modal/idempotencyKey.ts'
import { PageHead } from '../PageHead.tsx'
import { PrintButton } from '../print/PrintSheet.tsx'
import { print } from '../print/usePrinting.ts'
import { useIsPhone } from '../useIsPhone.ts'
import type { Download } from './Download.ts'
import { type FileKind, saveDownload } from './saveDownload.ts'
import { saveLongDownload } from './saveLongDownload.ts'
import { TablePrint } from './TablePrint.tsx'

type DownloadHeadProps<Row> = {
  title: string
  subtitle?: ReactNode
  list: ListRows<Row>
  download: Download<Row>
  /** The printed sheet of all rows, if it is not the table that the download contains. */
  renderSheet?: (rows: Row[]) => ReactNode
  /** Notes the rows that leave Elimu, before they do. */
  note?: NoteRows<Row>
  /** Other items of the head's menu. */
  children?: ReactNode
}

type How = 'print' | 'download'
/** `keyOf` returns the idempotency key of a note by its content. */
type NoteRows<Row> = (how: How, rows: Row[], keyOf: (content: string) => string) => Promise<unknown>

/** The head of a panel whose list can be downloaded and printed as it is searched and sorted, with the rows of all pages. */
export function DownloadHead<Row>(props: DownloadHeadProps<Row>) {
  const { title, subtitle, list, download, renderSheet, note, children } = props
  const printing = usePrintingAll(list, note)
  const saving = useSavingDownload(download, list, note)
  const isPhone = useIsPhone()
  const printButton = <PrintButton isOff={!list.isAnswered || printing.isPending} onPrint={printing.print} />
  return (
    <>
      <PageHead title={title} subtitle={subtitle} primary={!isPhone && printButton}>
        {children}
        <DownloadButtons saving={saving} />
        {isPhone && printButton}
      </PageHead>
      <DownloadState saving={saving} />
      {printing.error && (
        <Box mb="s4">
          <LoadFailure error={printing.error} onRetry={printing.print} />
        </Box>
      )}
      {renderSheet?.(printing.rows) ?? (
        <TablePrint title={title} download={download} rows={printing.rows} search={list.search} />
      )}
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

const TOO_LONG = `At most ${WHOLE_LIST_LIMIT.toLocaleString('en')} rows can be printed. Search for fewer, or download the list.`

/** The rows to print: those of all pages, which the Print button loads first. */
function usePrintingAll<Row>(list: ListRows<Row>, note?: NoteRows<Row>) {
  const [loaded, setLoaded] = useState<Row[]>()
  const { noteRows, forgetKeys } = useNoting(note)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      if (list.total > WHOLE_LIST_LIMIT) throw new Error(TOO_LONG)
      const rows = [...(list.found ?? [])]
      for await (const some of list.streamRows?.() ?? []) rows.push(...some)
      await noteRows('print', rows)
      // The browser prints what is rendered.
      flushSync(() => setLoaded(rows))
      window.addEventListener('afterprint', () => setLoaded(undefined), { once: true })
      print(undefined)
    },
    onSuccess: forgetKeys,
    networkMode: 'always',
  })
  return { rows: loaded ?? list.found ?? list.rows, print: () => mutate(), isPending, error }
}

type SavingDownload = ReturnType<typeof useSavingDownload>

/** Saves the rows of all pages as a file. */
export function useSavingDownload<Row>(
  download: Download<Row>,
  { found = [], streamRows, isAnswered }: Pick<ListRows<Row>, 'found' | 'streamRows' | 'isAnswered'>,
  note?: NoteRows<Row>,
) {
  const { noteRows, forgetKeys } = useNoting(note)
  const saving = useMutation({
    mutationFn: async (kind: FileKind) => {
      if (streamRows) return saveLongDownload(download, kind, noted(streamRows(), noteRows))
      await noteRows('download', found)
      return saveDownload(download, kind, found)
    },
    onSuccess: forgetKeys,
    // Rows that are already loaded can be saved without a connection.
    networkMode: 'always',
  })
  const isOff = !isAnswered || saving.isPending
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

/**
 * Notes the rows that a press prints or saves, in one or more batches. A failed press may have noted some of them already:
 * the next one repeats their keys. After one that succeeded, each note is new.
 */
function useNoting<Row>(note: NoteRows<Row> | undefined) {
  const keys = useRef(new Map<string, string>())
  const keyOf = (content: string) => {
    const key = keys.current.get(content) ?? newIdempotencyKey()
    keys.current.set(content, key)
    return key
  }
  return {
    noteRows: async (how: How, rows: Row[]) => note?.(how, rows, keyOf),
    forgetKeys: () => keys.current.clear(),
  }
}

async function* noted<Row>(
  batches: AsyncIterable<Row[]>,
  noteRows: (how: How, rows: Row[]) => Promise<unknown>,
) {
  for await (const rows of batches) {
    await noteRows('download', rows)
    yield rows
  }
}
