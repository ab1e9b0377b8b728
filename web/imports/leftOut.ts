import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Cell } from '#contract/base/csv.ts'
import { type ImportedRow, type ImportKind } from '#contract/imports.ts'
import { deviceStore } from '../ui/device/deviceStore.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import type { ImportJob } from './importJob.ts'
import { nameOf } from './rowWords.ts'
import type { Settled } from './sheet/ask/settle.ts'
import type { MadeRows } from './sheet/makeRows.ts'
import { otherRows } from './sheet/otherRows.ts'
import { leftOut, type Reason } from './sheet/saveRows.ts'
import { columnsLeftOut } from './steps/NotImported.tsx'

/** What an import did not take. Only this device has it: the server stores no row that it does not import. */
export type LeftOut = {
  /** Of a long sheet, the last of its imports. */
  import_id: number
  /** The number of imports that a long sheet was divided into. */
  parts: number
  columns: string[]
  others: string[]
  rows: { source: { key: string; name: string }; name: string; reason: string }[]
  /** The rows as a workbook. */
  table: { name: string; headers: string[]; lines: Cell[][] }
}

type Finished = {
  kind: ImportKind
  job: ImportJob
  settled: Settled
  made: MadeRows
  reasons: Reason[]
}

export function leftOutOfImport(
  ids: readonly number[],
  { kind, job, settled, made, reasons }: Finished,
): LeftOut {
  const { download, rows } = leftOut(job, settled, reasons)
  const sent = new Map<unknown, ImportedRow | undefined>(
    made.sources.map((row, at) => [row, made.rows[at]] as const),
  )
  const why = Map.groupBy(reasons, ({ row }) => row)
  return {
    import_id: ids.at(-1) ?? 0,
    parts: ids.length,
    columns: columnsLeftOut(job.columns),
    others: otherRows(job.sheets),
    rows: rows.map((row) => ({
      source: { key: row.key, name: row.name },
      name: nameOf(kind, sent.get(row) ?? {}),
      reason: [...new Set(why.get(row)?.map(({ reason }) => reason))].join('. '),
    })),
    table: {
      name: download.name,
      headers: download.headers,
      lines: rows.flatMap((row, at) => download.lines(row, at + 1)),
    },
  }
}

type ByKind = { [Kind in ImportKind]?: LeftOut }

const KEY = ['left out']

/** What the newest import of each kind left out, until the user logs out. */
export function useLeftOut() {
  const { id: owner } = useSessionUser()
  const client = useQueryClient()
  const [stored] = useState(() => deviceStore<LeftOut>('left_out', { owner }))
  const { data } = useQuery<ByKind>({
    queryKey: KEY,
    queryFn: async () => Object.fromEntries(await stored.all().catch(() => [])),
    // It changes only here, and also counts where the browser stores nothing.
    staleTime: 'static',
    gcTime: Infinity,
  })
  return {
    leftOut: data,
    put: (kind: ImportKind, one: LeftOut) => {
      client.setQueryData<ByKind>(KEY, (all) => ({ ...all, [kind]: one }))
      void stored.write(kind, one).catch(() => undefined)
    },
  }
}
