import { makeImages, type MadeImages, type Size } from './makeImages.ts'

/** The one message that this process gets, and the one that it sends before it ends. */
export type Making = { path: string; sizes: readonly Size[] }
export type Made = MadeImages | { message: string; code: string | undefined }

process.once('message', ({ path, sizes }: Making) => {
  void makeImages(path, sizes)
    .catch(({ message, code }: NodeJS.ErrnoException) => ({ message, code }))
    .then((made: Made) => process.send?.(made))
})
