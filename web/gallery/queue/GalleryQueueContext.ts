import { createContext, useContext } from 'react'
import type { GalleryQueue } from './galleryQueue.ts'

/** Given by the app to everything behind sign-in, for those who may add to galleries. */
export const GalleryQueueContext = createContext<GalleryQueue | undefined>(undefined)

export function useGalleryQueue(): GalleryQueue {
  const queue = useContext(GalleryQueueContext)
  if (!queue) throw new Error('useGalleryQueue() is for those who may add to galleries')
  return queue
}
