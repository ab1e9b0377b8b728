import { describe, expect, test } from 'vitest'
import { paperScenes, randomScene } from '../../../../fixtures/paperScenes.ts'
import { drawReport, photographPaper, type Scene } from '../../../../fixtures/photographPaper.ts'
import { findCorners } from './findCorners.ts'
import type { Point } from './geometry.ts'

/** The size of the picture in which the worker searches. */
const SIDE = 400
/** The tolerance, as a share of the page's width. */
const NEAR = 0.015

const take = (scene: Scene) => photographPaper(scene, drawReport, SIDE, 1)

/** What is found, and how far the farthest corner is from where it should be, in shares of the page's width. */
function findIn(scene: Scene) {
  const photo = take(scene)
  const { corners, problem } = findCorners(photo)
  const inPixels = ({ x, y }: Point) => ({ x: x * photo.width, y: y * photo.height })
  const known = photo.corners.map(inPixels)
  const [a, b] = known as [Point, Point]
  const width = Math.hypot(b.x - a.x, b.y - a.y)
  // Shapes do not show which of them is the page's first corner.
  const away = corners
    .map(inPixels)
    .map(({ x, y }) => Math.min(...known.map((corner) => Math.hypot(corner.x - x, corner.y - y))))
  return { error: Math.max(...away) / width, problem }
}

describe('the corners of a photographed paper', () => {
  test('are found within 1.5 % of its width in at least 85 % of the photographs', () => {
    const missed = paperScenes.filter((scene) => findIn(scene).error > NEAR).map(({ name }) => name)
    expect(paperScenes.length).toBeGreaterThanOrEqual(24)
    expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(0.15 * paperScenes.length)
  })

  test.each([
    // On these grounds a side of the paper may cast no shadow, and the ground may be as light as the paper.
    ['whiteTable', 60, 0.1],
    ['lightWood', 20, 0.05],
    ['greyCarpet', 20, 0.05],
  ] as const)(
    'are sure only where they are right, in random photographs on a %s',
    (ground, count, mostDoubted) => {
      const found = Array.from({ length: count }, (_, seed) => findIn(randomScene(ground, seed)))
      const wrong = found.filter(({ error, problem }) => error > NEAR && !problem)
      const doubted = found.filter(({ error, problem }) => error <= NEAR && problem)
      expect(wrong.length).toBeLessThanOrEqual(0.05 * count)
      expect(doubted.length).toBeLessThanOrEqual(mostDoubted * count)
    },
  )

  test('are not sure where the sheet is larger than the proportions of paper allow', () => {
    const found = Array.from({ length: 3 }, (_, seed) =>
      findIn({ ...randomScene('checkedCloth', seed), away: 430 }),
    )
    for (const { error, problem } of found) {
      expect(error).toBeGreaterThan(NEAR)
      expect(problem).toBe('unsure')
    }
  })

  test('are those in the middle where no paper is', () => {
    const floor = photographPaper(
      { name: 'a floor', ground: 'greyCarpet', page: [1, 1], past: [400, 0] },
      drawReport,
      SIDE,
    )
    expect(findCorners(floor).problem).toBe('none')
  })

  test.each([
    ['left', [70, 0], 'x', 0, 'darkWood'],
    ['lower', [0, -75], 'y', 1, 'darkWood'],
    ['lower', [0, -75], 'y', 1, 'lightWood'],
    ['lower', [0, -75], 'y', 1, 'greyCarpet'],
  ] as const)('are at the border where its %s side is cut off', (_, past, axis, border, ground) => {
    const { problem, corners } = findCorners(take({ name: 'cut off', ground, past, lean: [10, 4, 3] }))
    expect(problem).toBe('cut')
    expect(corners.filter((corner) => Math.abs(corner[axis] - border) < 0.02)).toHaveLength(2)
  })
})
