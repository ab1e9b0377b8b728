import type { Media } from '#contract/gallery.ts'

export type GalleryYear = { year: number; media: Media[] }

/** A gallery by the years that its reader's calendar says, in the order in which they come. */
export function yearsOf(gallery: Media[]): GalleryYear[] {
  const years = Map.groupBy(gallery, ({ created_at }) => new Date(created_at).getFullYear())
  return [...years].map(([year, media]) => ({ year, media }))
}
