import { expect, test } from 'vitest'
import type { ItemState, QueueEntry } from '../../../uploads/QueueItem.ts'
import { type DroppedFile, firstFiles, isOpen, badgeOf, problemOf, shownPercent } from './ImportFile.ts'

const sent = (key: string, state: ItemState): QueueEntry => ({
  item: {
    key,
    userId: 1,
    student_id: 2,
    student: 'Faith',
    imported: { id: 1, as: 'picture' },
    title: key,
    description: '',
    name: key,
    size: 1,
    type: 'image/jpeg',
    addedAt: 0,
  },
  state,
  file: undefined,
  isStored: true,
})
const dropped = (key: string, state: DroppedFile['state']): DroppedFile => ({
  item: { key, title: key, imported: { id: 1, as: 'picture' } },
  file: new File([], key),
  state,
})
const safe: ItemState = { is: 'safe', isKnown: false, isRenamed: false }

test.each<[ItemState, object]>([
  [safe, { word: 'Added', isOpen: false }],
  [
    { is: 'sending', share: 0.645 },
    { percent: 64, isOpen: false },
  ],
  [{ is: 'pausing', until: 0, tries: 1, isOffline: true }, { word: 'No network yet' }],
  [{ is: 'pausing', until: 0, tries: 1, isOffline: false }, { word: 'Waiting' }],
  [
    { is: 'refused', message: 'Student is not Active' },
    { problem: 'Student is not Active', isOpen: true },
  ],
  [{ is: 'missing' }, { word: 'Not found', isOpen: true }],
])('a file that is sent: %o', (state, shown) =>
  expect({
    ...badgeOf(state),
    percent: shownPercent(state),
    problem: problemOf(state),
    isOpen: isOpen(sent('a', state)),
  }).toMatchObject(shown),
)

test.each<[DroppedFile['state'], object]>([
  [{ is: 'waiting' }, { word: 'Waiting', isOpen: false }],
  [
    { is: 'open', fits: [1, 2] },
    { word: '2 matches', isOpen: true },
  ],
  [{ is: 'open', fits: [1, 2, 3] }, { word: '3 matches' }],
  [{ is: 'open', fits: [] }, { word: 'No match' }],
  [{ is: 'taken' }, { word: 'Has one', isOpen: true }],
])('a file that was dropped: %o', (state, shown) =>
  expect({ ...badgeOf(state), isOpen: isOpen(dropped('a.jpg', state)) }).toMatchObject(shown),
)

test('of hundreds of files, the next to be added and those that need a choice are shown', () => {
  const entries = Array.from({ length: 300 }, (_, index) =>
    sent(`${index}`, index < 200 ? safe : { is: 'waiting' }),
  )
  const open = Array.from({ length: 30 }, (_, index) => dropped(`open ${index}`, { is: 'open', fits: [] }))
  const { moving, movingCount, waiting, waitingCount } = firstFiles([...entries, ...open], {
    latest: 4,
    open: 20,
  })
  expect(moving.map(({ item }) => item.key)).toEqual(['198', '199', '200', '201'])
  expect([movingCount, waiting.length, waitingCount]).toEqual([300, 20, 30])
  const done = firstFiles(entries.slice(0, 200), { latest: 4, open: 20 })
  expect(done.moving.map(({ item }) => item.key)).toEqual(['196', '197', '198', '199'])
})
