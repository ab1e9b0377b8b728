import { z } from 'zod'
import { galleryMessages, mediaWords, type MediaWords } from '#contract/gallery.ts'

/** A chosen file, with the title and description of its own, if it has any. */
export type MediaRow = { file: File } & MediaWords
/** The title and description for files without their own, the other students in them, and the files. */
export type MediaValues = MediaWords & { others: string[]; media: MediaRow[] }

const noWords: MediaWords = { title: '', description: '' }
export const emptyMedia: MediaValues = { ...noWords, others: [], media: [] }

export const rowsOf = (files: readonly File[]): MediaRow[] => files.map((file) => ({ ...noWords, file }))

export const hasOwnWords = ({ title, description }: MediaWords) => Boolean(title.trim() || description.trim())

export const STILL_PREPARING = 'One moment: the files are still being prepared.'

const mediaRow = mediaWords.extend({ file: z.file(), others: z.array(z.number()) })

/** Refuses a wrong title or description at the field in which it was typed. */
const mediaValues = z.custom<MediaValues>().transform(({ media, others, ...shared }, context) => {
  const refuse = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message })
  const check = (row: MediaWords, index: number) => {
    const isOwn = (field: keyof MediaWords) => row[field].trim() !== ''
    const title = isOwn('title') ? row.title : shared.title
    const description = isOwn('description') ? row.description : shared.description
    const words = mediaWords.safeParse({ title, description })
    for (const { path, message } of words.error?.issues ?? []) {
      const field = path[0] === 'title' ? 'title' : 'description'
      refuse(isOwn(field) ? ['media', index, field] : [field], message)
    }
    return { ...row, ...words.data, others: others.map(Number) }
  }
  if (media.length === 0) {
    check(noWords, 0)
    refuse(['media'], galleryMessages.mediaRequired)
  }
  return { media: media.map(check) }
})

/** The schema of the form, which also refuses a save while chosen files are being prepared, because it would omit them. */
export function createMediaSchema() {
  // A count, because more files may be chosen while others are still being prepared.
  let preparing = 0
  const schema = z
    .custom<MediaValues>()
    .refine(() => preparing === 0, { path: ['media'], message: STILL_PREPARING, abort: true })
    .pipe(mediaValues)
    .pipe(z.object({ media: z.array(mediaRow) }))
  return {
    schema,
    countPreparing: (isPreparing: boolean): void => {
      preparing += isPreparing ? 1 : -1
    },
  }
}
