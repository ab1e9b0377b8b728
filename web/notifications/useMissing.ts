import { useCallback, useState } from 'react'
import type { NoticeRow } from '#contract/notifications.ts'
import { useStateOnce } from '../records/missing/useStateOnce.ts'
import type { MissingNote } from './missingNote.ts'

/** The term of which it is shown what is missing; also that which was shown when one left for a form. */
export function useMissing() {
  const left = useStateOnce('missing')
  const [shown, setShown] = useState<{ row: NoticeRow; left?: MissingNote } | undefined>(
    left && { row: left.row, left },
  )
  const open = useCallback((row: NoticeRow) => setShown({ row }), [])
  return { shown, open, close: () => setShown(undefined) }
}
