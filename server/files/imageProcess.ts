import { makeImages, type MadeImages, type Size } from './makeImages.ts'

/** What this process is asked, once, and what it answers before it ends. */
export type Making = { path: string; sizes: readonly Size[] }
export type Made = MadeImages | { message: string }

process.once('message', ({ path, sizes }: Making) => {
  void makeImages(path, sizes)
    .catch(({ message }: Error) => ({ message }))
    .then((made: Made) => process.send?.(made))
})
