import { describe, expect, test } from 'vitest'
import {
  type DrawnPage,
  drawReport,
  photographPaper,
  type Scene,
} from '../../../../fixtures/photographPaper.ts'
import { evenLight } from './evenLight.ts'
import { type Corners, type Pixels, scaleCorners, turnCorners } from './geometry.ts'
import { judgePage } from './judgePage.ts'
import { pageSize, straighten } from './straighten.ts'

const SIDE = 800

type How = { isColour?: boolean; turns?: number; draw?: DrawnPage }

function pageOf(
  scene: Scene,
  { isColour = false, turns = 0, draw = drawReport }: How = {},
): { page: Pixels; paper: number } {
  const photo = photographPaper(scene, draw, SIDE, 1)
  const corners = turnCorners(scaleCorners(photo.corners as unknown as Corners, photo), turns)
  const page = straighten(photo, corners, pageSize(corners, photo))
  return { page, paper: evenLight(page, isColour) }
}

/** The colour at a place of the page, in millimetres. */
function colourAt({ width, height, data }: Pixels, x: number, y: number): number[] {
  const at = (Math.round((y / 297) * height) * width + Math.round((x / 210) * width)) * 4
  return [...data.subarray(at, at + 3)]
}

describe('a straightened page', () => {
  test('shows what is on the page at its place', () => {
    const { page } = pageOf({ name: 'at an angle', ground: 'darkWood', lean: [25, 12, 6] })
    expect(page.width / page.height).toBeCloseTo(210 / 297, 2)
    // Between the lines of the table it is white, on its left rule it is dark.
    expect(Math.min(...colourAt(page, 190, 110))).toBeGreaterThan(235)
    const rule = [33, 33.5, 34, 34.5, 35].map((x) => Math.min(...colourAt(page, x, 138)))
    expect(Math.min(...rule)).toBeLessThan(190)
  })

  test('is white in a shadow, and grey unless colours are wanted', () => {
    const scene: Scene = { name: 'shadow', ground: 'desk', shadow: 0.5, tint: [1, 0.9, 0.7] }
    const { page } = pageOf(scene)
    for (const [x, y] of [
      [8, 8],
      [200, 8],
      [200, 290],
      [8, 290],
      [100, 62],
    ] as const)
      expect(Math.min(...colourAt(page, x, y))).toBeGreaterThan(240)
    expect(page.data.every((value, at) => at % 4 === 3 || value === page.data[at - (at % 4)])).toBe(true)

    const { page: coloured } = pageOf(scene, { isColour: true })
    const stamp = [-1, -0.5, 0, 0.5, 1].map((away) => colourAt(coloured, 141 + away, 258))
    expect(Math.max(...stamp.map(([red = 0, , blue = 0]) => blue - red))).toBeGreaterThan(30)
  })

  test.each([
    ['by day', {}, undefined],
    ['in a dim room', { light: 0.14, noise: 5 }, undefined],
    ['in a very dim room, by a good camera', { light: 0.08, noise: 1 }, undefined],
    ['in the dark', { light: 0.02, noise: 1 }, 'dark'],
    ['in a noisy dark', { light: 0.1, noise: 16 }, 'dark'],
    ['by a shaking hand', { blur: 6 }, 'blurred'],
  ] as const)('that was photographed %s is judged', (name, how, problem) => {
    for (const isColour of [false, true]) {
      const { page, paper } = pageOf({ name, ground: 'darkWood', lean: [10, 4, 2], ...how }, { isColour })
      expect(judgePage(page, paper)).toBe(problem)
    }
  })

  test.each([
    ['upright', 0, undefined],
    ['with its top to the right', 1, 'sideways'],
    ['upside down', 2, undefined],
    ['with its top to the left', 3, 'sideways'],
  ] as const)('that lies %s is judged by its lines of text', (name, turns, problem) => {
    for (const how of [{}, { light: 0.14, noise: 5 }]) {
      const { page, paper } = pageOf({ name, ground: 'darkWood', lean: [10, 4, 2], ...how }, { turns })
      expect(judgePage(page, paper)).toBe(problem)
    }
  })

  test('with strong vertical rules is not taken as lying sideways', () => {
    const draw: DrawnPage = (x, y) => (x % 20 < 1 ? [40, 40, 40] : drawReport(x, y))
    const { page, paper } = pageOf({ name: 'ruled', ground: 'darkWood' }, { draw })
    expect(judgePage(page, paper)).toBeUndefined()
  })
})
