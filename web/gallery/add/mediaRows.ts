import { z } from 'zod'
import { galleryMessages, mediaForm } from '#contract/gallery.ts'

export type MediaRow = { file: File; title: string; description: string }
export type MediaRows = {
  media: MediaRow[]
  /** Whether chosen files are still being made ready: they would be left behind. */
  isPreparing: boolean
}

export const STILL_PREPARING = 'One moment: the files are still being prepared.'

const { title, description } = mediaForm.shape

export const mediaRows = z.object({
  media: z.array(z.object({ file: z.file(), title, description })).min(1, galleryMessages.mediaRequired),
  isPreparing: z.literal(false, STILL_PREPARING).optional(),
})

/** Whether the first row's words could stand in others that have none. */
export function canUseForAll([first, ...others]: readonly MediaRow[]): boolean {
  if (!first) return false
  return others.some((row) => (first.title && !row.title) || (first.description && !row.description))
}

/** The first row's words in every row that has none of its own. */
export const usedForAll = (rows: readonly MediaRow[]): MediaRow[] =>
  rows.map((row) => ({
    ...row,
    title: row.title || (rows[0]?.title ?? ''),
    description: row.description || (rows[0]?.description ?? ''),
  }))
