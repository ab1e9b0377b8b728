import { expect, type Locator, test } from '@playwright/test'
import { BARS, LINE, SMALL, smallFilm } from '../server/testing/smallFilm.ts'

const SECONDS = 2
const FRAMES = SECONDS * SMALL.fps
/** Brightness and colour are whole numbers, and so are red, green and blue again. */
const ROUNDING = 2

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

test('a drawn film plays in the colours and with the movement that it was drawn with @oneWidth', async ({
  page,
}) => {
  const film = smallFilm({ seconds: SECONDS }).toString('base64')
  await page.setContent(`<video muted aria-label="Film" src="data:video/mp4;base64,${film}"></video>`)
  const video = page.getByLabel('Film')
  await video.evaluate((element: HTMLVideoElement) => element.play())
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.ended)).toBe(true)
  const { width, height } = SMALL
  expect(
    await video.evaluate(({ duration, videoWidth, videoHeight }: HTMLVideoElement) => ({
      duration,
      width: videoWidth,
      height: videoHeight,
    })),
  ).toEqual({ duration: SECONDS, width, height })

  const picture = await readPicture(video)
  const lineAt = (FRAMES - 1) * LINE
  for (const [bar, colour] of BARS.entries()) {
    const x = Math.floor(((bar + 0.5) * width) / BARS.length)
    for (const y of [0, lineAt - 1, lineAt + LINE, height - 1]) expectColour(picture[y]?.[x], colour)
    expectColour(picture[lineAt]?.[x], [0, 0, 0])
  }
})

function expectColour(seen: ArrayLike<number> | undefined, drawn: number[]): void {
  const furthest = Math.max(...drawn.map((part, index) => Math.abs(part - (seen?.[index] ?? Infinity))))
  expect(furthest, `${JSON.stringify(seen)} for ${JSON.stringify(drawn)}`).toBeLessThanOrEqual(ROUNDING)
}
