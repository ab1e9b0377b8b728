import type { Locator, Page, Request } from '@playwright/test'
import { studentMessages } from '#contract/students/students.ts'
import sharp from 'sharp'
import { saveForm } from '../support/forms.ts'
import { stopTime } from '../support/stopTime.ts'
import { pdfFile, onDisk } from '../support/files/files.ts'
import { chooseByKeyboard } from '../support/tabTo.ts'
import { throttle } from '../support/throttle.ts'
import { expect, test } from '../support/test.ts'

const FAITH = 'Faith Atieno Odhiambo'
const [CERTIFICATE, PICTURE] = ['KCPE Certificate', 'Profile Picture']
const MEGABYTE = 1024 * 1024
const PDF_HINT = 'Or drop a PDF here, up to 20 MB. Photographs are made into one PDF.'
/** One red dot. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** The EXIF part of a JPEG with the orientation 90° clockwise. */
const TURN_IT = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010006000000000000', 'hex')

const pdf = (size: number, name = 'certificate.pdf') => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.alloc(size, '%PDF-1.7 '),
})

test.describe('a file drop', () => {
  let uploads: Request[]

  test.beforeEach(async ({ page, charity, signIn }) => {
    const officer = await charity.addUser({ role_id: 4 })
    await charity.addStudents([{ liaison_id: officer.id, name: FAITH }])
    await signIn(officer, '/dashboard')
    uploads = []
    page.on('request', (request) => {
      if (request.method() !== 'GET' && request.url().includes('/api/students')) uploads.push(request)
    })
  })

  test('refuses a file of another kind or size at once @wide', async ({ page, checkAccess }) => {
    const modal = await open(page, CERTIFICATE)
    const certificate = modal.getByLabel(CERTIFICATE, { exact: true })
    const name = page.getByText('certificate.pdf', { exact: true })
    const refused = () => expect(certificate).toHaveAccessibleDescription('Only PDF Allowed')
    await expect(certificate).toHaveAccessibleDescription(PDF_HINT)
    await certificate.setInputFiles({ ...pdf(10), name: 'certificate.exe' })
    await refused()
    await modal.getByRole('button', { name: 'Clear' }).click()
    await expect(certificate).toHaveAccessibleDescription(PDF_HINT)
    await dropPicture(page, 'Choose a PDF')
    await refused()
    await modal.getByRole('button', { name: 'Save' }).click()
    await expect(certificate).toHaveAccessibleDescription('Please Select Student KCPE certificate for upload')
    await expect(certificate).toBeFocused()
    await certificate.setInputFiles({ ...pdf(10), mimeType: 'text/html' })
    await refused()
    await expect(name).toBeHidden()
    await certificate.setInputFiles(await onDisk(pdf(20 * MEGABYTE + 1)))
    await expect(certificate).toHaveAccessibleDescription('The file may not be larger than 20 MB')

    await chooseByKeyboard(certificate, pdf(640 * 1024))
    await expect(name).toBeVisible()
    await expect(page.getByText('640 KB')).toBeVisible()
    await expect(page.getByText('The file may not be')).toBeHidden()
    await checkAccess()
    await page.getByRole('button', { name: 'Remove certificate.pdf' }).click()
    await expect(name).toBeHidden()
    await expect(certificate).toBeFocused()
  })

  test('shows a picture, shrinks it before the upload and rotates it upright @wide', async ({ page }) => {
    const modal = await open(page, PICTURE)
    await dropPicture(page, 'Drop the picture here')
    await expect(page.getByText('face.png')).toBeVisible()
    const preview = modal.locator('img')
    const size = () =>
      preview.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
    await expect.poll(size).toEqual([1, 1])
    const drop = modal.getByLabel(PICTURE, { exact: true })
    await drop.setInputFiles({ name: 'scan.tiff', mimeType: 'image/tiff', buffer: PNG })
    await expect(page.getByText('scan.tiff')).toBeVisible()
    await expect(preview).toHaveCount(0)

    const photograph = await takePhotograph()
    await drop.setInputFiles(await onDisk({ name: 'face.jpeg', buffer: photograph }))
    await expect(page.getByText('face.jpg')).toBeVisible()
    await expect.poll(size).toEqual([1500, 2000])
    await saveForm(modal, studentMessages.pictureSaved)
    const headers = await uploads[0]?.allHeaders()
    expect(Number(headers?.['content-length'])).toBeLessThan(photograph.length)
  })

  test('cancels an upload without progress or form @wide', async ({ page }) => {
    const modal = await open(page, CERTIFICATE)
    await modal.getByLabel(CERTIFICATE, { exact: true }).setInputFiles(await onDisk(pdf(20 * MEGABYTE)))
    await throttle(page)
    const save = modal.getByRole('button', { name: 'Save' })
    await save.click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    // Tried again, because the last bytes may have been sent only after the first minute.
    await expect(async () => {
      // A move of the mouse prevents the inactivity warning.
      await page.clock.runFor(40_000)
      await page.mouse.move(5, 5)
      await page.clock.runFor(21_000)
      await expect(modal.getByRole('alert')).toContainText('The server cannot be reached.', {
        timeout: 1_000,
      })
    }).toPass()
    await expect(save).toBeFocused()
    await save.click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    const stopped = page.waitForEvent('requestfailed', (request) => request === uploads[1])
    await page.evaluate(() => history.pushState(null, '', '/elsewhere'))
    await expect(modal).toBeHidden()
    expect((await stopped).failure()?.errorText).toBe('net::ERR_ABORTED')
  })

  test('shows how far an upload is, and lets it be cancelled @wide', async ({ page, checkAccess }) => {
    const modal = await open(page, CERTIFICATE)
    const certificate = modal.getByLabel(CERTIFICATE, { exact: true })
    await certificate.setInputFiles(await onDisk(pdfFile(19 * MEGABYTE, 'certificate.pdf')))
    const release = await throttle(page)
    const save = modal.getByRole('button', { name: 'Save' })
    const cancel = modal.getByRole('button', { name: 'Cancel upload' })
    const progress = page.getByRole('progressbar', { name: 'Uploading certificate.pdf' })
    const percent = async () => Number(await progress.getAttribute('aria-valuenow'))
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
    await stopTime(page)
    await release()
    await expect(modal.getByRole('status')).toHaveText(studentMessages.certificateSaved)
    await expect(progress).toBeHidden()
    await expect(certificate).toBeDisabled()
    const [first, second] = uploads.map((request) => request.headers()['idempotency-key'])
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).toBe(first)
  })
})

async function open(page: Page, label: string): Promise<Locator> {
  const what = label === PICTURE ? 'picture' : 'KCPE certificate'
  await page.getByRole('button', { name: `Edit ${what} of ${FAITH}` }).click()
  return page.getByRole('dialog', { name: `Edit ${label}` })
}

/** A photograph as a camera in portrait position stores it: rotated, with an EXIF orientation. */
async function takePhotograph(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const picture = await sharp({
    create: { width: 3200, height: 2400, channels: 3, background: 'red', noise },
  })
    .jpeg({ quality: 98 })
    .toBuffer()
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
