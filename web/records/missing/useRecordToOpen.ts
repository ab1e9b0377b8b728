import { useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { RecordKind } from '../recordKinds.ts'
import type { RecordToOpen } from './RecordToOpen.ts'
import { useStateOnce } from './useStateOnce.ts'

/** The record whose form is open on a panel. One who was led here for it alone is led back as it closes. */
export function useRecordToOpen<Opened extends object>(kind: RecordKind) {
  const { history } = useRouter()
  const asked = useStateOnce('open')
  const [guest, setGuest] = useState<RecordToOpen | undefined>(asked?.kind === kind ? asked : undefined)
  const [opened, setOpened] = useState<Opened | RecordToOpen | undefined>(guest)
  const open = useCallback((next: Opened | RecordToOpen) => setOpened(next), [])
  const close = () => {
    setOpened(undefined)
    if (!guest) return
    setGuest(undefined)
    history.back()
  }
  return { opened, open, close }
}
