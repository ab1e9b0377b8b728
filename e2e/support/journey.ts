import type { Locator, Page } from '@playwright/test'
import { smallFilm } from '../../server/testing/files/smallFilm.ts'
import type { Charity } from './charity.ts'
import { expect } from './test.ts'

export const FAITH = 'Faith Atieno Odhiambo'
export const TITLES = [
  'First day at Nyando Girls',
  'School drama festival',
  'Tree planting day',
  'Sports day',
]
export const [FIRST_DAY = '', DRAMA = '', TREES = '', SPORTS = ''] = TITLES

/** A student with four pictures and films of two years, and a supported one without any. */
export async function addGallery(charity: Charity) {
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  const supporter = await charity.addUser({ role_id: 5 })
  const [id = 0, supported = 0] = await charity.addStudents([
    { name: FAITH, liaison_id: officer.id },
    { name: 'Mwende Mutua', liaison_id: officer.id, supporter_id: supporter.id },
  ])
  const of = (title: string, created_at: string) => ({ student_id: id, title, created_at })
  const ids = await charity.addMedia([
    { ...of(SPORTS, '2025-06-02T08:00:00.000Z'), width: 1536, height: 2048 },
    { ...of(TREES, '2026-03-02T08:00:00.000Z'), description: 'Ten seedlings along the fence.' },
    {
      ...of(DRAMA, '2026-03-03T08:00:00.000Z'),
      film: smallFilm,
      duration_ms: 84_000,
      width: 640,
      height: 480,
    },
    { ...of(FIRST_DAY, '2026-04-02T08:00:00.000Z'), width: 2048, height: 1365 },
  ])
  const idOf = Object.fromEntries(ids.map((media, index) => [TITLES.at(-1 - index), media]))
  return { officer, supporter, id, supported, idOf, address: `/dashboard/studentgallery?student=${id}` }
}

export const tile = (page: Page, title: string) => page.getByRole('figure').filter({ hasText: title })
export const opener = (page: Page, title: string) => page.getByRole('button', { name: `Open ${title}` })
export const viewer = (page: Page, title: string) => page.getByRole('dialog', { name: title })
export const closer = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Close' })

export const isLoaded = (image: Element) =>
  image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0

/** Waits until the picture is shown; returns the viewer. */
export async function expectShown(page: Page, title: string): Promise<Locator> {
  const dialog = viewer(page, title)
  await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
  const picture = dialog.getByRole('img', { name: title })
  await expect(picture).toBeInViewport()
  await expect.poll(() => picture.evaluate(isLoaded)).toBe(true)
  return dialog
}
