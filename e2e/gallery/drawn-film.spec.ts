import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { BARS, LINE, SMALL, smallFilm } from '../../server/testing/files/smallFilm.ts'

const demoFilm = (name: string) => readFileSync(new URL(`../../fixtures/films/${name}.mp4`, import.meta.url))
/** The conversion to brightness and colour, and back to red, green and blue, rounds to whole numbers. */
const ROUNDING = 2

/** Plays a film to its end. */
async function play(page: Page, film: Buffer): Promise<Locator> {
  const source = `data:video/mp4;base64,${film.toString('base64')}`
  await page.setContent(`<video muted aria-label="Film" src="${source}"></video>`)
  const video = page.getByLabel('Film')
  await video.evaluate((element: HTMLVideoElement) => element.play())
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.ended)).toBe(true)
  return video
}

const readFacts = (video: Locator) =>
  video.evaluate(({ duration: seconds, videoWidth: width, videoHeight: height }: HTMLVideoElement) => ({
    seconds,
    width,
    height,
  }))

/** What a film shows at this moment, as rows of red, green and blue. */
const readPicture = (video: Locator) =>
  video.evaluate((element: HTMLVideoElement) => {
    const { videoWidth: width, videoHeight: height } = element
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
    context?.drawImage(element, 0, 0)
    const pixels = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
    return Array.from({ length: height }, (_row, y) =>
      Array.from({ length: width }, (_column, x) =>
        pixels.slice((y * width + x) * 4, (y * width + x) * 4 + 3),
      ),
    )
  })

test('the small film plays as it was drawn @wide', async ({ page }) => {
  const video = await play(page, smallFilm)
  const { width, height, fps, seconds } = SMALL
  expect(await readFacts(video)).toEqual({ width, height, seconds })

  const picture = await readPicture(video)
  const lineAt = ((seconds * fps - 1) * LINE) % height
  for (const [bar, colour] of BARS.entries()) {
    const x = Math.floor(((bar + 0.5) * width) / BARS.length)
    for (const y of [0, lineAt - 1, lineAt + LINE, height - 1]) expectColour(picture[y]?.[x], colour)
    expectColour(picture[lineAt]?.[x], [0, 0, 0])
  }
})

for (const [name, seconds] of [
  ['drums', 6],
  ['rain', 4],
] as const)
  test(`the demo's film ${name} plays to its end @wide`, async ({ page }) => {
    const video = await play(page, demoFilm(name))
    expect(await readFacts(video)).toEqual({ width: 640, height: 384, seconds })
  })

test('a QuickTime video plays as the mp4 that it is stored as @wide', async ({ page }) => {
  const quickTime = Buffer.concat([smallFilm.subarray(0, 8), Buffer.from('qt  '), smallFilm.subarray(12)])
  const { width, height, seconds } = SMALL
  expect(await readFacts(await play(page, quickTime))).toEqual({ width, height, seconds })
})

function expectColour(seen: ArrayLike<number> | undefined, drawn: number[]): void {
  const furthest = Math.max(...drawn.map((part, index) => Math.abs(part - (seen?.[index] ?? Infinity))))
  expect(furthest, `${JSON.stringify(seen)} for ${JSON.stringify(drawn)}`).toBeLessThanOrEqual(ROUNDING)
}
