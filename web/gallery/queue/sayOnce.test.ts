import { expect, test } from 'vitest'
import type { ItemState } from './QueueItem.ts'
import { sayOnce } from './sayOnce.ts'

test('only whole percents are said, and a line counts as moving once it carries more than was there', () => {
  const said: [string, boolean][] = []
  const say = sayOnce((state, isMoving) =>
    said.push([`${state.is} ${'share' in state ? state.share : ''}`.trim(), isMoving]),
  )
  const sending = (share: number): ItemState => ({ is: 'sending', share })
  for (const share of [0, 0.5, 0.501, 0.509, 0.52]) say(sending(share))
  say({ is: 'checking' })
  expect(said).toEqual([
    ['sending 0', false],
    ['sending 0.5', false],
    ['sending 0.52', true],
    ['checking', false],
  ])
})
