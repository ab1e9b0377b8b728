import { z } from 'zod'
import { galleryMessages, mediaWords, type MediaWords } from '#contract/gallery.ts'

export type MediaRow = { file: File } & MediaWords
export type MediaRows = { media: MediaRow[] }

export const STILL_PREPARING = 'One moment: the files are still being prepared.'

export const mediaRows = z.object({
  media: z.array(mediaWords.extend({ file: z.file() })).min(1, galleryMessages.mediaRequired),
})

/** The same, and whoever makes chosen files ready tells of it: until then they would be left behind. */
export function watchedRows() {
  // A camera may bring more while others are not ready yet.
  let preparing = 0
  const schema = z
    .custom<z.input<typeof mediaRows>>()
    .refine(() => preparing === 0, { path: ['media'], message: STILL_PREPARING, abort: true })
    .pipe(mediaRows)
  return {
    schema,
    tellPreparing: (isSo: boolean): void => {
      preparing += isSo ? 1 : -1
    },
  }
}

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
