import type { Slide } from 'yet-another-react-lightbox'
import type { Media } from '#contract/gallery.ts'

/** The longer side of the middle size. */
const MEDIUM = 960
/** A film is scaled to this size, so that it fills the screen even if it has few pixels. Pictures are not enlarged. */
const LARGE = 4096

export const slidesOf = (gallery: Media[]): Slide[] =>
  gallery.map((media) => (media.type === 'video' ? filmSlide(media) : pictureSlide(media)))

function pictureSlide({ file_path, medium_path, title, width, height }: Media): Slide {
  const slide = { src: file_path, alt: title }
  if (!width || !height) return slide
  const shrunk = Math.min(1, MEDIUM / Math.max(width, height))
  const medium = medium_path && {
    src: medium_path,
    width: Math.round(width * shrunk),
    height: Math.round(height * shrunk),
  }
  const whole = { src: file_path, width, height }
  return { ...slide, width, height, srcSet: medium ? [medium, whole] : [whole] }
}

function filmSlide({ file_path, medium_path, width, height }: Media): Slide {
  const grown = width && height ? LARGE / Math.max(width, height) : 1
  return {
    type: 'video',
    sources: [{ src: file_path, type: 'video/mp4' }],
    ...(width && height && { width: Math.round(width * grown), height: Math.round(height * grown) }),
    // With a poster, nothing of a film is loaded before it is played. Without one, the film itself must be shown.
    ...(medium_path ? { poster: medium_path, preload: 'none' } : { preload: 'metadata' }),
  }
}
