import { useMutation } from '@tanstack/react-query'
import type { Download } from './Download.ts'
import { type FileKind, saveDownload } from './saveDownload.ts'

export type SavingDownload = ReturnType<typeof useSavingDownload>

/** Saves rows as a file, as soon as they are here. */
export function useSavingDownload<Row>(
  download: Download<Row>,
  allRows: () => Promise<Row[]>,
  isReady: boolean,
) {
  const saving = useMutation({
    mutationFn: async (kind: FileKind) => saveDownload(download, kind, await allRows()),
    // Rows that are here already can be saved without a connection.
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
