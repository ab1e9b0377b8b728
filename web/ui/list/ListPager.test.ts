import { expect, test } from 'vitest'
import { pageWindow } from './ListPager.tsx'

test.each([
  [1, 50, [1, 2, 3, 4, 5]],
  [2, 50, [1, 2, 3, 4, 5]],
  [3, 50, [1, 2, 3, 4, 5]],
  [4, 50, [2, 3, 4, 5, 6]],
  [26, 50, [24, 25, 26, 27, 28]],
  [49, 50, [46, 47, 48, 49, 50]],
  [50, 50, [46, 47, 48, 49, 50]],
  [2, 3, [1, 2, 3]],
  [1, 1, [1]],
])('on page %i of %i offers %j', (page, pages, offered) => {
  expect(pageWindow(page, pages, 5)).toEqual(offered)
})
