import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback } from 'react'
import { useUndo, useUndoKey } from '../../ui/undo/useUndo.tsx'
import { refreshRecords } from '../recordApi.ts'
import { type QueueRow, recordQuery, unverify } from './verifyApi.ts'

type OnSettled = (row: QueueRow, outcome: 'verified' | 'returned') => void

/** With it, the dialog closes after the last of its records, and the page confirms it. */
export const SettledContext = createContext<OnSettled | undefined>(undefined)

/**
 * For a page, or a dialog, that opens single records to verify. It offers Undo after their dialog has closed: `bar` belongs at its
 * end, and `onSettled` into `SettledContext`.
 */
export function useVerifyUndo({ isDialog = false } = {}) {
  const client = useQueryClient()
  const { offer, undo, bar } = useUndo({ placement: 'page', shortcut: 'U' })
  useUndoKey(undo, { isDialog })
  const onSettled = useCallback<OnSettled>(
    ({ of, id, student, term }, outcome) => {
      const about = `${student}, ${term}`
      if (outcome === 'returned') return offer({ icon: IconArrowBackUp, done: 'Returned.', about })
      return offer({
        icon: IconCircleCheck,
        done: 'Verified.',
        about,
        undo: async () => {
          const { data } = await unverify(of, id)
          client.setQueryData(recordQuery(of, id).queryKey, data)
          refreshRecords(client, of, [data.student_id])
          return `${student}: Unverified.`
        },
      })
    },
    [client, offer],
  )
  return { onSettled, bar }
}

/** A page that opens single records to verify. */
export function VerifyUndo({ children }: { children: ReactNode }) {
  const { onSettled, bar } = useVerifyUndo()
  return (
    <SettledContext value={onSettled}>
      {children}
      {bar}
    </SettledContext>
  )
}
