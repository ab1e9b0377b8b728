import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ImportKind } from '#contract/imports.ts'
import { rememberedQuery } from '../importApi.ts'
import { jobOf } from '../importJob.ts'
import { useJobs } from '../ImportJobs.tsx'
import type { DroppedSheet } from './droppedSheets.ts'
import { type Halfway, stepOrder } from './firstLine.ts'

export type Imports = ReturnType<typeof useImports>

/** Starts, continues and discards imports of dropped sheets. */
export function useImports() {
  const { jobs, put } = useJobs()
  const client = useQueryClient()
  const navigate = useNavigate()
  const proceed = (kind: ImportKind) =>
    void navigate({ to: '/dashboard', search: { menu: 'import', what: kind, step: 'columns' } })
  const begin = async (kind: ImportKind, sheets: DroppedSheet[]) => {
    // The guesses depend on the choices of earlier imports.
    const remembered = await client.ensureQueryData(rememberedQuery(kind)).catch(() => undefined)
    put(kind, (before) => jobOf(kind, sheets, idsOf(sheets), remembered, before))
    proceed(kind)
  }
  return {
    halfway: stepOrder.flatMap((kind): Halfway[] => (jobs[kind] ? [{ kind, at: jobs[kind].at }] : [])),
    proceed,
    discard: (kind: ImportKind) => put(kind, () => undefined),
    /** Imports sheets of one kind with the same headings. Answers about earlier ones stay. */
    start: (sheets: DroppedSheet[]) => {
      const kind = sheets[0]?.of?.kind
      if (kind) void begin(kind, sheets)
    },
  }
}

const idsOf = (sheets: DroppedSheet[]) => sheets.map(({ id }) => id)
