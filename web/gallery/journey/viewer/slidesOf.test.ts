import { expect, test } from 'vitest'
import type { Media } from '#contract/gallery.ts'
import { slidesOf } from './slidesOf.ts'

const media: Media = {
  id: 7,
  student_id: 1,
  title: 'First day at Nyando Girls',
  description: 'Reporting for Form 1.',
  type: 'image',
  file_path: '/api/files/3',
  medium_path: '/api/files/3?size=medium',
  thumb_path: '/api/files/3?size=thumb',
  width: 1536,
  height: 2048,
  duration: null,
  created_at: '2026-01-05T06:00:00.000Z',
}

test('a picture is loaded in the size that its space needs', () => {
  expect(slidesOf([media])).toEqual([
    {
      src: '/api/files/3',
      alt: 'First day at Nyando Girls',
      width: 1536,
      height: 2048,
      srcSet: [
        { src: '/api/files/3?size=medium', width: 720, height: 960 },
        { src: '/api/files/3', width: 1536, height: 2048 },
      ],
    },
  ])
})

test('a film is not loaded before it is played, unless it has no poster', () => {
  const film = { ...media, type: 'video', width: 640, height: 480 } as const
  const [withPoster, without] = slidesOf([film, { ...film, medium_path: null }])
  expect(withPoster).toMatchObject({ poster: '/api/files/3?size=medium', preload: 'none' })
  expect(without).toMatchObject({ preload: 'metadata' })
  expect(without).not.toHaveProperty('poster')
})

test('a film keeps its aspect ratio, and fills the screen', () => {
  const [slide] = slidesOf([{ ...media, type: 'video', width: 320, height: 240 }])
  expect(slide).toMatchObject({ type: 'video', width: 4096, height: 3072 })
})
