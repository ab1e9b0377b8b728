import { expect, test } from 'vitest'
import type { ItemState, QueueEntry } from '../../../uploads/QueueItem.ts'
import { firstRows, rowOfDropped, rowOfSent } from './fileRows.ts'
import type { DroppedFile } from './droppedFiles.ts'

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
const dropped = (name: string, state: DroppedFile['state']): DroppedFile => ({
  key: name,
  file: new File([], name),
  as: 'picture',
  state,
})
const safe: ItemState = { is: 'safe', isKnown: false, isRenamed: false }

test.each<[ItemState, object]>([
  [safe, { look: { word: 'Added' }, isAdded: true, isOpen: false }],
  [
    { is: 'sending', share: 0.645 },
    { percent: 64, isOpen: false },
  ],
  [{ is: 'pausing', until: 0, tries: 1, isOffline: true }, { look: { word: 'No network yet' } }],
  [
    { is: 'refused', message: 'Student is not Active' },
    { note: 'Student is not Active', isOpen: true },
  ],
  [{ is: 'missing' }, { look: { word: 'Not found' }, isOpen: true }],
])('a file that is sent: %o', (state, row) => expect(rowOfSent(sent('a', state))).toMatchObject(row))

test.each<[DroppedFile['state'], object]>([
  [{ is: 'waiting' }, { look: { word: 'Waiting' }, isOpen: false }],
  [
    { is: 'open', fits: [1, 2] },
    { look: { word: '2 matches' }, isOpen: true },
  ],
  [{ is: 'open', fits: [1, 2, 3] }, { look: { word: '3 matches' } }],
  [{ is: 'open', fits: [] }, { look: { word: 'No match' } }],
  [{ is: 'taken' }, { look: { word: 'Has one' }, isOpen: true }],
])('a file that was dropped: %o', (state, row) =>
  expect(rowOfDropped(dropped('a.jpg', state))).toMatchObject(row),
)

test('of hundreds of files, the next to be added and those that need a choice are shown', () => {
  const entries = Array.from({ length: 300 }, (_, index) =>
    rowOfSent(sent(`${index}`, index < 200 ? safe : { is: 'waiting' })),
  )
  const open = Array.from({ length: 30 }, (_, index) =>
    rowOfDropped(dropped(`open ${index}`, { is: 'open', fits: [] })),
  )
  const { moving, movingCount, waiting, waitingCount } = firstRows(entries, open, { latest: 4, open: 20 })
  expect(moving.map(({ key }) => key)).toEqual(['198', '199', '200', '201'])
  expect([movingCount, waiting.length, waitingCount]).toEqual([300, 20, 30])
  const done = firstRows(entries.slice(0, 200), [], { latest: 4, open: 20 })
  expect(done.moving.map(({ key }) => key)).toEqual(['196', '197', '198', '199'])
})
