import { createContext, useContext } from 'react'
import type { UploadQueue } from './uploadQueue.ts'

/** Provided by the app behind sign-in, for users who may add to galleries. */
export const UploadQueueContext = createContext<UploadQueue | undefined>(undefined)

export function useUploadQueue(): UploadQueue {
  const queue = useContext(UploadQueueContext)
  if (!queue) throw new Error('useUploadQueue() needs a user who may add to galleries')
  return queue
}
