import type { Locator, Page } from '@playwright/test'
import { expectSaid } from './support/expectSaid.ts'
import { openParts, type Parts } from './support/openParts.ts'
import { stopTime } from './support/stopTime.ts'
import { expect, test } from './support/test.ts'

const MEGABYTE = 1024 * 1024
/** One red dot. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** The EXIF part of a JPEG that says: turn it clockwise by a quarter. */
const TURN_IT = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010006000000000000', 'hex')

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

  test.beforeEach(async ({ page }) => {
    parts.uploads.length = 0
    await page.goto(parts.url)
  })

  test('refuses another kind and too large a file at once', async ({ page, checkAccess }) => {
    const modal = await open(page, 'Certificate')
    const certificate = modal.getByLabel('Certificate', { exact: true })
    await expect(certificate).toHaveAccessibleDescription('PDF only, up to 20 MB')
    await checkAccess()
    await certificate.setInputFiles({ ...pdf(10), name: 'certificate.exe' })
    await expect(certificate).toHaveAccessibleDescription('Only PDF Allowed')
    await certificate.setInputFiles({ ...pdf(10), mimeType: 'text/html' })
    await expect(certificate).toHaveAccessibleDescription('Only PDF Allowed')
    await expect(page.getByText('certificate.pdf', { exact: true })).toBeHidden()
    await checkAccess()

    await certificate.setInputFiles(pdf(20 * MEGABYTE + 1))
    await expect(certificate).toHaveAccessibleDescription('The file may not be larger than 20 MB')

    await certificate.setInputFiles(pdf(640 * 1024))
    await expect(page.getByText('certificate.pdf', { exact: true })).toBeVisible()
    await expect(page.getByText('640 KB')).toBeVisible()
    await expect(page.getByText('The file may not be')).toBeHidden()
    await checkAccess()
    await page.getByRole('button', { name: 'Remove certificate.pdf' }).click()
    await expect(page.getByText('certificate.pdf', { exact: true })).toBeHidden()
    await expect(certificate).toBeFocused()
  })

  test('has its own refusal cleared with the form, and gives way to the word of the form', async ({
    page,
  }) => {
    const modal = await open(page, 'Certificate')
    const certificate = modal.getByLabel('Certificate', { exact: true })
    const refuse = async () => {
      await certificate.setInputFiles({ ...pdf(10), name: 'certificate.exe' })
      await expect(certificate).toHaveAccessibleDescription('Only PDF Allowed')
    }
    await refuse()
    await modal.getByRole('button', { name: 'Clear' }).click()
    await expect(certificate).toHaveAccessibleDescription('PDF only, up to 20 MB')
    await refuse()
    await modal.getByRole('button', { name: 'Save' }).click()
    await expect(certificate).toHaveAccessibleDescription('Please Select a File for upload')
    await expect(certificate).toBeFocused()
  })

  test('takes what is dropped on it, and shows a picture', async ({ page }) => {
    const modal = await open(page, 'Picture')
    await dropPicture(page, 'Drop the picture here')
    await expect(page.getByText('face.png')).toBeVisible()
    const preview = modal.locator('img')
    await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)

    await page
      .getByLabel('Picture', { exact: true })
      .setInputFiles({ name: 'scan.tiff', mimeType: 'image/tiff', buffer: PNG })
    await expect(page.getByText('scan.tiff')).toBeVisible()
    await expect(preview).toHaveCount(0)
  })

  test('refuses what is dropped on it and of no use', async ({ page }) => {
    await open(page, 'Certificate')
    await dropPicture(page, 'Drop the certificate here')
    await expect(page.getByText('Only PDF Allowed')).toBeVisible()
  })

  test('shrinks a photograph before it travels, and turns it upright', async ({ page }) => {
    const modal = await open(page, 'Picture')
    const photograph = await takePhotograph(page)
    await modal
      .getByLabel('Picture', { exact: true })
      .setInputFiles({ name: 'face.jpeg', mimeType: 'image/jpeg', buffer: photograph })
    await expect(page.getByText('face.jpg')).toBeVisible()
    const preview = modal.locator('img')
    await expect
      .poll(() =>
        preview.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [
          naturalWidth,
          naturalHeight,
        ]),
      )
      .toEqual([1500, 2000])

    await modal.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => parts.uploads.length).toBe(1)
    const travelled = Number(parts.uploads[0]?.headers['content-length'])
    expect(travelled).toBeLessThan(photograph.length)
    parts.uploads[0]?.resume()
    await expectSaid(modal, 'Saved.')
  })

  test('is opened by the keyboard', async ({ page }) => {
    const modal = await open(page, 'Certificate')
    const certificate = modal.getByLabel('Certificate', { exact: true })
    await expect(certificate).toBeFocused()
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(pdf(10))
    await expect(page.getByText('certificate.pdf', { exact: true })).toBeVisible()
  })

  test('shows how far an upload is, and lets it be cancelled', async ({ page, checkAccess }) => {
    await page.clock.install()
    const modal = await open(page, 'Certificate')
    const certificate = modal.getByLabel('Certificate', { exact: true })
    await certificate.setInputFiles(pdf(20 * MEGABYTE))
    const save = modal.getByRole('button', { name: 'Save' })
    const cancel = modal.getByRole('button', { name: 'Cancel upload' })
    const progress = page.getByRole('progressbar', { name: 'Uploading certificate.pdf' })
    const percent = () => progress.evaluate((bar: HTMLProgressElement) => bar.value)
    await save.click()
    await expect(progress).toBeVisible()
    expect(await percent()).toBeLessThan(100)
    await expect(save).toBeDisabled()
    await expect(certificate).toBeDisabled()
    await checkAccess()
    await cancel.click()
    await expect(progress).toBeHidden()
    await expect(cancel).toBeHidden()
    await expect(page.getByText('certificate.pdf', { exact: true })).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(save).toBeFocused()

    await save.click()
    await expect(progress).toBeVisible()
    await expect.poll(() => parts.uploads.length).toBe(2)
    await stopTime(page)
    parts.uploads.at(-1)?.resume()
    await expect(page.getByRole('status')).toHaveText('Saved.')
    await expect(progress).toBeHidden()
    await expect(certificate).toBeDisabled()
    const [first, second] = parts.uploads.map(({ headers }) => headers['idempotency-key'])
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).toBe(first)
  })

  test('gives up an upload that no longer moves', async ({ page }) => {
    await page.clock.install()
    const modal = await open(page, 'Certificate')
    await modal.getByLabel('Certificate', { exact: true }).setInputFiles(pdf(20 * MEGABYTE))
    await modal.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => parts.uploads.length).toBe(1)
    // Again where the last bytes moved only after the first minute.
    await expect(async () => {
      await page.clock.runFor(61_000)
      await expect(modal.getByRole('alert')).toContainText('The server cannot be reached.', {
        timeout: 1_000,
      })
    }).toPass()
    await expect(modal.getByRole('button', { name: 'Save' })).toBeFocused()
  })

  test('stops the upload when its form goes away', async ({ page }) => {
    const modal = await open(page, 'Certificate')
    await modal.getByLabel('Certificate', { exact: true }).setInputFiles(pdf(20 * MEGABYTE))
    await modal.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => parts.uploads.length).toBe(1)
    await page.evaluate(() => history.pushState(null, '', '/elsewhere'))
    await expect(modal).toBeHidden()
    parts.uploads[0]?.resume()
    await expect.poll(() => parts.uploads[0]?.readableAborted).toBe(true)
  })
})

async function open(page: Page, label: string): Promise<Locator> {
  await page.getByRole('button', { name: `Add ${label}` }).click()
  return page.getByRole('dialog', { name: `Add ${label}` })
}

/** As a camera held upright writes it: lying on its side, with a note to turn it. */
async function takePhotograph(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(3200, 2400)
    const context = canvas.getContext('2d')
    for (let left = 0; left < 3200; left += 8)
      for (let top = 0; top < 2400; top += 8) {
        if (context)
          context.fillStyle = `hsl(${(left * 7 + top * 13) % 360} 60% ${40 + ((left ^ top) % 30)}%)`
        context?.fillRect(left, top, 8, 8)
      }
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.98 })
    return [...new Uint8Array(await blob.arrayBuffer())]
  })
  const picture = Buffer.from(bytes)
  return Buffer.concat([picture.subarray(0, 2), TURN_IT, picture.subarray(2)])
}

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
