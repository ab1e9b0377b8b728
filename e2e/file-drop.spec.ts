import type { Page } from '@playwright/test'
import { openParts, type Parts } from './support/openParts.ts'
import { expect, test } from './support/test.ts'

const MEGABYTE = 1024 * 1024
/** One red dot. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

const pdf = (size: number, name = 'certificate.pdf') => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.alloc(size, '%PDF-1.7 '),
})

test.describe('a file drop', () => {
  let parts: Parts

  test.beforeAll(async () => {
    parts = await openParts()
  })

  test.afterAll(() => parts.close())

  test.beforeEach(({ page }) => page.goto(parts.url))

  test('refuses another kind and too large a file at once', async ({ page, checkAccess }) => {
    const certificate = page.getByLabel('Certificate', { exact: true })
    await expect(certificate).toHaveAccessibleDescription('PDF only, up to 20 MB')
    await checkAccess()
    await certificate.setInputFiles({ ...pdf(10), name: 'certificate.exe' })
    await expect(certificate).toHaveAccessibleDescription('Only PDF Allowed')
    await certificate.setInputFiles({ ...pdf(10), mimeType: 'text/html' })
    await expect(certificate).toHaveAccessibleDescription('Only PDF Allowed')
    await expect(page.getByText('certificate.pdf', { exact: true })).toBeHidden()
    await checkAccess()

    const picture = page.getByLabel('Picture', { exact: true })
    await picture.setInputFiles({
      name: 'big.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(MEGABYTE + 1),
    })
    await expect(picture).toHaveAccessibleDescription('The file may not be larger than 1 MB')

    await certificate.setInputFiles(pdf(640 * 1024))
    await expect(page.getByText('certificate.pdf', { exact: true })).toBeVisible()
    await expect(page.getByText('640 KB')).toBeVisible()
    await expect(page.getByText('Only PDF Allowed')).toBeHidden()
    await checkAccess()
    await page.getByRole('button', { name: 'Remove certificate.pdf' }).click()
    await expect(page.getByText('certificate.pdf', { exact: true })).toBeHidden()
    await expect(certificate).toBeFocused()
  })

  test('takes what is dropped on it, and shows a picture', async ({ page }) => {
    await dropPicture(page, 'Drop the picture here')
    await expect(page.getByText('face.png')).toBeVisible()
    const preview = page.locator('section', { hasText: 'Save Picture' }).locator('img')
    await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)

    await page
      .getByLabel('Picture', { exact: true })
      .setInputFiles({ name: 'scan.tiff', mimeType: 'image/tiff', buffer: PNG })
    await expect(page.getByText('scan.tiff')).toBeVisible()
    await expect(preview).toHaveCount(0)

    await dropPicture(page, 'Drop the certificate here')
    await expect(page.getByText('Only PDF Allowed')).toBeVisible()
  })

  test('is opened by the keyboard', async ({ page }) => {
    const certificate = page.getByLabel('Certificate', { exact: true })
    await page.keyboard.press('Tab')
    await expect(certificate).toBeFocused()
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(pdf(10))
    await expect(page.getByText('certificate.pdf', { exact: true })).toBeVisible()
  })

  test('shows how far an upload is, and lets it be cancelled', async ({ page, checkAccess }) => {
    await page.getByLabel('Certificate', { exact: true }).setInputFiles(pdf(20 * MEGABYTE))
    const save = page.getByRole('button', { name: 'Save Certificate' })
    const progress = page.getByRole('progressbar', { name: 'Uploading certificate.pdf' })
    const percent = () => progress.evaluate((bar: HTMLProgressElement) => bar.value)
    await save.click()
    await expect(progress).toBeVisible()
    expect(await percent()).toBeLessThan(100)
    await expect(save).toBeDisabled()
    await checkAccess()
    await page.getByRole('button', { name: 'Cancel uploading certificate.pdf' }).click()
    await expect(progress).toBeHidden()
    await expect(page.getByText('certificate.pdf', { exact: true })).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()

    await save.click()
    await expect(progress).toBeVisible()
    await expect.poll(() => parts.uploads.length).toBe(2)
    parts.uploads.at(-1)?.resume()
    await expect(page.getByRole('status')).toHaveText('Saved.')
    await expect(progress).toBeHidden()
  })
})

async function dropPicture(page: Page, zone: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(bytes)], 'face.png', { type: 'image/png' }))
      return transfer
    },
    [...PNG],
  )
  await page.getByText(zone).dispatchEvent('drop', { dataTransfer })
}
