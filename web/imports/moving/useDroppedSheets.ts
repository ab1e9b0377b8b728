import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { StoreFailure } from '../../ui/device/storedValue.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { type ChangeSheets, type DroppedSheet, sheetStorage } from './droppedSheets.ts'

type Dropped = { sheets: DroppedSheet[]; isStored: boolean; failure: StoreFailure | undefined }

const KEY = ['dropped sheets']
const none: DroppedSheet[] = []

/** The sheets that wait on this device. Each change is stored, and counts also where the browser stores nothing. */
export function useDroppedSheets() {
  const { id: user } = useSessionUser()
  const client = useQueryClient()
  const [storage] = useState(() => sheetStorage(user))
  const { data } = useQuery<Dropped>({
    queryKey: KEY,
    queryFn: async () => ({ sheets: await storage.read(), isStored: true, failure: undefined }),
    // An invalidation of all queries does not read them again: the device may store less than is shown.
    staleTime: 'static',
    gcTime: Infinity,
  })
  const change: ChangeSheets = useCallback(
    async (next) => {
      const before = client.getQueryData<Dropped>(KEY)?.sheets ?? none
      const sheets = next(before)
      client.setQueryData<Dropped>(KEY, { sheets, isStored: false, failure: undefined })
      const failure = await storage.change(before, sheets)
      client.setQueryData<Dropped>(KEY, (now) => now && { ...now, isStored: !failure, failure })
    },
    [client, storage],
  )
  return {
    sheets: data?.sheets ?? none,
    isRead: data !== undefined,
    isStored: data?.isStored ?? true,
    failure: data?.failure,
    change,
  }
}
