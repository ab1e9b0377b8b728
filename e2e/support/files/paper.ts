import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { drawReport, photographPaper, type Scene } from '../../../fixtures/photographPaper.ts'

type Picture = { name: string; mimeType: string; buffer: Buffer }

/** A photograph of a report card, with the camera in its metadata. */
export async function photograph(scene: Scene, longSide = 1000) {
  const { data, width, height, corners } = photographPaper(scene, drawReport, longSide, 1)
  const buffer = await sharp(data, { raw: { width, height, channels: 4 } })
    .withExif({ IFD0: { Make: 'Kamera' } })
    .jpeg({ quality: 85 })
    .toBuffer()
  return { name: scene.name, mimeType: 'image/jpeg', buffer, corners }
}

export async function choose(page: Page, button: Locator, files: Picture[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles(files.map(({ name, mimeType, buffer }) => ({ name, mimeType, buffer })))
}
