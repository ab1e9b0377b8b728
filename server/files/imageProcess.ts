import { makeImages, type MadeImages, type Size } from './makeImages.ts'

/** What this process is asked, once, and what it answers before it ends. */
export type Making = { path: string; sizes: readonly Size[] }
export type Made = MadeImages | { message: string; code: string | undefined }

process.once('message', ({ path, sizes }: Making) => {
  void makeImages(path, sizes)
    .catch(({ message, code }: NodeJS.ErrnoException) => ({ message, code }))
    .then((made: Made) => process.send?.(made))
})
