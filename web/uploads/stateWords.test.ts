import { expect, test } from 'vitest'
import type { ItemState, QueueEntry } from './QueueItem.ts'
import { onVisibleChange, stateWords, trayWords } from './stateWords.ts'

const entry = (state: ItemState): QueueEntry => ({
  item: {
    key: 'a',
    userId: 1,
    student_id: 2,
    student: 'Faith',
    title: 'Visit',
    description: '',
    name: 'visit.mp4',
    size: 1,
    type: 'video/mp4',
    addedAt: 0,
  },
  state,
  file: undefined,
  isStored: true,
})
const imported = (one: QueueEntry): QueueEntry => ({
  ...one,
  item: { ...one.item, imported: { id: 1, as: 'picture' } },
})
const safe: ItemState = { is: 'safe', isKnown: false, isRenamed: false }
const paused = (isOffline: boolean): ItemState => ({ is: 'pausing', until: 0, tries: 1, isOffline })

test.each<[ItemState, string]>([
  [{ is: 'waiting' }, 'Waiting'],
  [paused(true), 'Waiting for the network'],
  [paused(false), 'Waiting to try again'],
  [{ is: 'preparing', share: 0.5 }, 'Preparing 50 %'],
  [{ is: 'sending', share: 0.999 }, 'Sending 99 %'],
  [{ is: 'checking' }, 'Checking'],
  [safe, 'Safe'],
  [{ is: 'safe', isKnown: true, isRenamed: false }, 'Safe, already in the gallery'],
  [{ is: 'safe', isKnown: true, isRenamed: true }, 'Safe, already in the gallery, now under this title'],
  [{ is: 'refused', message: 'The video is damaged' }, 'The video is damaged'],
  [{ is: 'missing' }, 'Choose visit.mp4 again to continue'],
])('%o reads as %s', (state, words) => {
  expect(stateWords(entry(state))).toBe(words)
})

test('the tray counts safe items and items that need the user', () => {
  expect(trayWords([entry(safe)])).toBe('Safe in the gallery')
  expect(trayWords([entry(safe), entry(safe)])).toBe('All 2 safe in the gallery')
  expect(trayWords([entry(safe), entry({ is: 'waiting' })])).toBe('1 of 2 safe')
  expect(trayWords([entry(safe), entry({ is: 'missing' })])).toBe('1 of 2 safe, 1 to look at')
})

test('only whole percents are shown, and an upload counts as moving once it has sent more than before', () => {
  const said: [string, boolean][] = []
  const say = onVisibleChange((state, isMoving) =>
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

test('files of an import are not shown as in the gallery', () => {
  expect(trayWords([imported(entry(safe)), imported(entry(safe))])).toBe('All 2 safe')
  expect(trayWords([imported(entry(safe))])).toBe('Safe')
})
