import { createContext, useContext } from 'react'
import type { GalleryQueue } from './galleryQueue.ts'

/** Provided by the app behind sign-in, for users who may add to galleries. */
export const GalleryQueueContext = createContext<GalleryQueue | undefined>(undefined)

export function useGalleryQueue(): GalleryQueue {
  const queue = useContext(GalleryQueueContext)
  if (!queue) throw new Error('useGalleryQueue() needs a user who may add to galleries')
  return queue
}
