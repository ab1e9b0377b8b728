import { renderScene } from './drawScene.ts'
import { drawFilm } from './film/drawFilm.ts'
import { drawDrums, drawRain } from './scenes/moving.ts'

export type DemoFilm = { film: Buffer; poster: Buffer }

const SHAPE = { width: 320, height: 192 }
const FPS = 10

/** The films of the sample charity, each with the picture that a browser would have taken from it. */
export async function drawFilms(): Promise<{ drums: DemoFilm; rain: DemoFilm }> {
  const [drums, rain] = await Promise.all([film(drawDrums, 6), film(drawRain, 4)])
  return { drums, rain }
}

async function film(draw: (time: number) => string, seconds: number): Promise<DemoFilm> {
  const count = seconds * FPS
  const pictures = Array.from({ length: count }, (_, number) =>
    renderScene(draw(number / count), SHAPE)
      .raw()
      .toBuffer(),
  )
  const poster = renderScene(draw(0), SHAPE).jpeg({ quality: 85 }).toBuffer()
  return {
    film: drawFilm(await Promise.all(pictures), { ...SHAPE, fps: FPS }),
    poster: await poster,
  }
}
