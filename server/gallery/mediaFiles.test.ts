import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { sweepAll } from '../files/sweep.ts'
import { openFileTrial, places } from '../testing/files/fileTrial.ts'
import { mediaFormData } from '../testing/files/mediaForm.ts'
import { HOUR } from '../testing/steppedClock.ts'
import { photo, photoWithPlace } from '../testing/files/trialFiles.ts'
import { cast } from '../testing/data/users.ts'

type Trial = Awaited<ReturnType<typeof openFileTrial>>

const SIZES = ['', '?size=medium', '?size=thumb']

/** Adds a picture, and reads the files that the page gets for it. */
async function throughTheGallery({ client, open }: Trial, media: Buffer) {
  const answer = await client.post('/api/gallery', mediaFormData({ media }))
  expect(answer.status, answer.text).toBe(200)
  const files = await Promise.all(SIZES.map((size) => open(`/api/files/1${size}`)))
  for (const file of files)
    expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } })
  return files.map(({ bytes }) => bytes)
}

const shapeOf = async (image: Buffer) => {
  const { width, height } = await sharp(image).metadata()
  return `${width} × ${height}`
}

/** The colour of its first pixel, as red, green, blue and alpha. */
const colourOf = async (image: Buffer) => [
  ...(await sharp(image).extract({ left: 0, top: 0, width: 1, height: 1 }).ensureAlpha().raw().toBuffer()),
]

/** A TIFF as scanners write it: red, with two bytes per sample. */
function deepTiff() {
  const raw = { width: 60, height: 120, channels: 3 } as const
  const red = Uint16Array.from({ length: 60 * 120 * 3 }, (_, index) => (index % 3 === 0 ? 65_535 : 0))
  return sharp(red, { raw }).toColourspace('rgb16').tiff({ compression: 'lzw' })
}

describe('a picture of a gallery', () => {
  it.for([
    ['with its proportions', [3000, 1500], ['2048 × 1024', '960 × 480', '480 × 240']],
    ['and never enlarged', [300, 600], ['300 × 600', '300 × 600', '240 × 480']],
  ] as const)('is stored in three sizes, %s', async ([, [width, height], shapes]) => {
    const picture = await photo(width, height).jpeg().toBuffer()
    const images = await throughTheGallery(await openFileTrial(), picture)
    expect(await Promise.all(images.map(shapeOf))).toEqual(shapes)
  })

  it('is not sent again to a browser that has cached it', async () => {
    const trial = await openFileTrial()
    await throughTheGallery(trial, await photo(1200, 600).png().toBuffer())
    const answers = await Promise.all(SIZES.map((size) => trial.open(`/api/files/1${size}`)))
    const etags = answers.map(({ headers }) => headers.etag ?? '')
    expect(new Set(etags).size).toBe(3)
    for (const size of SIZES)
      for (const etag of etags) {
        const { status } = await trial.open(`/api/files/1${size}`, { headers: { 'if-none-match': etag } })
        expect(status).toBe(etag === etags[SIZES.indexOf(size)] ? 304 : 200)
      }
  })

  it('is upright in every size, with its upright width and height', async () => {
    const trial = await openFileTrial()
    const turned = await photo(120, 60).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const images = await throughTheGallery(trial, turned)
    for (const image of images) expect(await shapeOf(image)).toBe('60 × 120')
    const gallery = await trial.client.get(`/api/students/${trial.student_id}?query=gallery`)
    expect(gallery.body).toMatchObject({ data: { gallery: [{ width: 60, height: 120 }] } })
  })

  it('has no metadata in any size, such as place or camera', async () => {
    const picture = await photoWithPlace(1200, 1200).jpeg().toBuffer()
    expect(picture.includes('Kamera') && picture.includes('Nairobi')).toBe(true)
    for (const image of await throughTheGallery(await openFileTrial(), picture)) {
      const { exif, xmp, iptc, icc, comments } = await sharp(image).metadata()
      expect({ exif, xmp, iptc, icc, comments }).toEqual({})
      expect(image.includes('Kamera') || image.includes('Nairobi')).toBe(false)
    }
  })

  it.for([
    ['a TIFF', [255, 0, 0, 255], () => photo().tiff()],
    ['a TIFF of 16 bits', [255, 0, 0, 255], deepTiff],
    ['a PNG of 16 bits', [255, 0, 0, 255], () => photo().toColourspace('rgb16').png()],
    ['a picture for print', [231, 0, 0, 255], () => photo().toColourspace('cmyk').jpeg()],
    ['a grey picture', [127, 127, 127, 255], () => photo().greyscale().png()],
    ['a picture that one sees through', [255, 0, 0, 128], () => photo().removeAlpha().ensureAlpha(0.5).png()],
  ] as const)('looks as it did, though it came as %s', async ([, colour, draw]) => {
    for (const image of await throughTheGallery(await openFileTrial(), await draw().toBuffer())) {
      expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 60 })
      const seen = await colourOf(image)
      const off = seen.map((value, index) => Math.abs(value - (colour[index] ?? 0)))
      expect(Math.max(...off), `it is ${seen.join()}`).toBeLessThan(12)
    }
  })

  it('contains nothing of an HTML page that was appended to it', async () => {
    const page = Buffer.from('<script>alert(document.cookie)</script>')
    const hiding = Buffer.concat([await photo().png().toBuffer(), page])
    for (const image of await throughTheGallery(await openFileTrial(), hiding))
      expect(image.includes('script')).toBe(false)
  })
})

describe.for(places)('what is deleted %s', (place) => {
  it('is removed at once, and its bytes an hour later', async () => {
    const trial = await openFileTrial(place)
    const before = await trial.bytes()
    await throughTheGallery(trial, await photo().png().toBuffer())
    expect(await trial.bytes()).not.toEqual(before)
    const amina = await trial.test.signIn(cast.administrator)
    expect((await amina.call('DELETE /api/gallery/1')).status).toBe(200)
    for (const size of SIZES) expect((await trial.open(`/api/files/1${size}`)).status).toBe(404)
    trial.test.clock.step(HOUR + 1)
    expect(await sweepAll(trial.test)).toBe(3)
    expect(await trial.bytes()).toEqual(before)
    expect(await trial.notes()).toEqual([])
  })

  it('can be added again', async () => {
    const trial = await openFileTrial(place)
    const media = await photo().png().toBuffer()
    await throughTheGallery(trial, media)
    const amina = await trial.test.signIn(cast.administrator)
    await amina.call('DELETE /api/gallery/1')
    const again = await trial.client.post('/api/gallery', mediaFormData({ media }))
    expect(again.body).toMatchObject({
      message: 'Saved to the gallery.',
      data: { file_path: '/api/files/2' },
    })
  })
})
