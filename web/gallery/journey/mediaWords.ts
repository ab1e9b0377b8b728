import type { Media } from '#contract/gallery.ts'
import { dayOf } from '#contract/base/days.ts'
import { plural } from '../../ui/plural.ts'

/** `6 photos, 2 videos` */
export function countOf(gallery: Pick<Media, 'type'>[]): string {
  const videos = gallery.filter(({ type }) => type === 'video').length
  return [counted(gallery.length - videos, 'photo'), counted(videos, 'video')].filter(Boolean).join(', ')
}

const counted = (count: number, word: string) => count > 0 && plural(count, word)

/** The length of a film, in seconds, as text: `1:24`. */
export function lengthOf(duration: number): string {
  const whole = Math.round(duration)
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const parts = hours > 0 ? [hours, twoDigits(minutes)] : [minutes]
  return [...parts, twoDigits(seconds)].join(':')
}

const twoDigits = (count: number) => String(count).padStart(2, '0')

/** The year on a tile. */
export const yearOf = ({ created_at }: Pick<Media, 'created_at'>) =>
  Number(dayOf(new Date(created_at)).slice(0, 4))
