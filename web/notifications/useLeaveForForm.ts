import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type RecordKind, recordKinds } from '../records/recordKinds.ts'
import type { RecordToOpen } from '../records/RecordToOpen.ts'
import type { MissingNote } from './missingNote.ts'

/** Leads to a form of another panel, from where Back leads here again. */
export function useLeaveForForm() {
  const { history } = useRouter()
  const navigate = useNavigate()
  return useCallback(
    (missing: MissingNote, kind: RecordKind, record: RecordToOpen) => {
      history.replace(history.location.href, { missing }, { ignoreBlocker: true })
      // Else both steps become one, and this one is forgotten.
      history.flush()
      void navigate({
        to: '/dashboard',
        search: { menu: recordKinds[kind].menu },
        state: { open: { kind, ...record } },
      })
    },
    [history, navigate],
  )
}
