import { z } from 'zod'
import { galleryMessages, mediaWords, type MediaWords } from '#contract/gallery.ts'

export type MediaRow = { file: File | undefined } & MediaWords
export type MediaRows = { media: MediaRow[] }

export const newRow = (file?: File): MediaRow => ({ file, title: '', description: '' })

/** Adds a row for each file. The first file gets the title and description typed before any file was chosen. */
export function withFiles(rows: readonly MediaRow[], files: readonly File[]): MediaRow[] {
  const [first, ...others] = rows
  if (!first || first.file) return [...rows, ...files.map((file) => newRow(file))]
  return [{ ...first, file: files[0] }, ...others, ...files.slice(1).map((file) => newRow(file))]
}

export const STILL_PREPARING = 'One moment: the files are still being prepared.'

export const mediaRows = z.object({
  media: z.array(mediaWords.extend({ file: z.file(galleryMessages.mediaRequired) })),
})

/** The same schema, which also refuses a save while chosen files are being prepared, because it would omit them. */
export function watchedRows() {
  // A count, because more files may be chosen while others are still being prepared.
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

/** Whether another row lacks a title or description that the first row has. */
export function canUseForAll([first, ...others]: readonly MediaRow[]): boolean {
  if (!first) return false
  return others.some((row) => (first.title && !row.title) || (first.description && !row.description))
}

/** Copies the first row's title and description into the rows that have none. */
export const usedForAll = (rows: readonly MediaRow[]): MediaRow[] =>
  rows.map((row) => ({
    ...row,
    title: row.title || (rows[0]?.title ?? ''),
    description: row.description || (rows[0]?.description ?? ''),
  }))
