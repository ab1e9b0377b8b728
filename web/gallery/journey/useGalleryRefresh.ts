import { useQueryClient } from '@tanstack/react-query'
import { galleryQuery } from './journeyApi.ts'

/** Reads the gallery anew, after a refusal as well: then it is not what it was when it was read. */
export function useGalleryRefresh(student: number) {
  const client = useQueryClient()
  return () => void client.invalidateQueries(galleryQuery(student))
}
