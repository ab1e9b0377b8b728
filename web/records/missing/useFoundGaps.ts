import { useDeferredValue, useMemo } from 'react'
import type { Gap } from '#contract/records.ts'
import { findRows } from '../../ui/list/arrangeRows.ts'
import { arrangeGaps } from './arrangeGaps.ts'
import type { GapKind } from './gapKinds.ts'

const NONE: Gap[] = []

/** Those a search finds, in order. What is typed shows at once, what it finds as soon as it is drawn. */
export function useFoundGaps(gaps: Gap[] | undefined, kinds: GapKind[], typed: string) {
  const search = useDeferredValue(typed)
  const arranged = useMemo(() => arrangeGaps(gaps ?? NONE, kinds), [gaps, kinds])
  const found = useMemo(() => findRows(arranged, search).map(({ row }) => row), [arranged, search])
  return { found, total: arranged.length, search: search.trim() }
}
