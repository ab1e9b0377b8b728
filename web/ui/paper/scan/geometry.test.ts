import { assert, double, integer, property, record, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawReport, photographPaper } from '../../../../fixtures/photographPaper.ts'
import {
  type Corners,
  isConvex,
  isPaperShape,
  perspectiveOf,
  project,
  scaleCorners,
  shapeOf,
  turnCorners,
  turnPoint,
} from './geometry.ts'

const near = (low: number, high: number) => double({ min: low, max: high, noNaN: true })
const pointIn = (left: number, top: number) => record({ x: near(left, left + 0.3), y: near(top, top + 0.3) })
// Three corners on a line have no perspective.
const anyCorners = tuple(pointIn(0, 0), pointIn(0.6, 0), pointIn(0.6, 0.6), pointIn(0, 0.6)).filter(isConvex)

describe('the perspective of a page', () => {
  test('shows its corners where they are', () => {
    assert(
      property(anyCorners, (corners) => {
        const perspective = perspectiveOf(corners)
        for (const [index, [u, v]] of (
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ] as const
        ).entries()) {
          const { x, y } = project(perspective, u, v)
          expect(x).toBeCloseTo(corners[index]?.x ?? Number.NaN, 6)
          expect(y).toBeCloseTo(corners[index]?.y ?? Number.NaN, 6)
        }
      }),
    )
  })

  test.each([
    ['straight', [0, 0, 0], [210, 297], 210 / 297],
    ['at an angle', [38, 0, 0], [210, 297], 210 / 297],
    ['from the side', [10, 30, 8], [210, 297], 210 / 297],
    ['of a certificate', [25, 5, 0], [297, 210], 297 / 210],
    ['of a receipt', [30, -10, 0], [80, 190], 80 / 190],
  ] as const)('measures the shape of a page photographed %s', (name, lean, page, shape) => {
    const photo = photographPaper({ name, ground: 'desk', lean, page }, drawReport, 64, 1)
    const corners = scaleCorners(photo.corners as unknown as Corners, photo)
    expect(shapeOf(corners, photo) / shape).toBeCloseTo(1, 2)
  })
})

test.each([
  ['A4', 210, 297, true],
  ['half of A4 across', 210, 148, true],
  ['half of A4 lengthwise', 105, 297, true],
  ['a third of A4', 99, 210, true],
  ['Letter', 216, 279, true],
  ['half of Letter', 140, 216, true],
  ['Legal', 216, 356, true],
  ['an exercise book', 165, 210, true],
  ['a receipt', 80, 190, true],
  ['A4 with a strip of cloth', 210, 369, false],
  ['A4 with cloth at both sides', 258, 297, false],
  ['a square', 300, 300, false],
])('%s has the shape of a paper or has not', (_, width, height, isPaper) => {
  expect(isPaperShape(width / height)).toBe(isPaper)
})

test('turning a page four times is not turning it', () => {
  assert(
    property(anyCorners, integer({ min: 0, max: 4 }), (corners, turns) => {
      expect(turnCorners(turnCorners(corners, turns), 4 - turns)).toEqual(corners)
      for (const corner of corners) {
        const again = turnPoint(turnPoint(corner, turns), 4 - turns)
        expect(again.x).toBeCloseTo(corner.x, 10)
        expect(again.y).toBeCloseTo(corner.y, 10)
      }
    }),
  )
})

test('corners that are crossed or bent inwards are refused', () => {
  const corner = (x: number, y: number) => ({ x, y })
  expect(isConvex([corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)])).toBe(true)
  expect(isConvex([corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)])).toBe(false)
  expect(isConvex([corner(0, 0), corner(1, 0), corner(0.2, 0.2), corner(0, 1)])).toBe(false)
})
