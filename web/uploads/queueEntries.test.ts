import { expect, test } from 'vitest'
import type { ItemState, QueueEntry } from './QueueItem.ts'
import {
  countSafe,
  withoutSender,
  isAllSafe,
  mergeStored,
  nextAwake,
  nextToSend,
  withoutPauses,
} from './queueEntries.ts'

const NOW = 50_000
const paused = (until: number): ItemState => ({ is: 'pausing', until, tries: 1, isOffline: true })
const safe: ItemState = { is: 'safe', isKnown: false, isRenamed: false }

function entry(key: string, state: ItemState = { is: 'waiting' }, type = 'image/jpeg'): QueueEntry {
  const item = {
    key,
    userId: 1,
    student_id: 2,
    student: 'Faith',
    title: key,
    description: '',
    name: `${key}.jpg`,
    size: 10,
    type,
    addedAt: 0,
  }
  return { item, state, file: new File([key], item.name), isStored: true }
}
const withoutFile = (one: QueueEntry): QueueEntry => ({ ...one, file: undefined, isStored: false })
const film = (key: string, state?: ItemState) => entry(key, state, 'video/mp4')
const keys = (entries: QueueEntry[]) => entries.map(({ item }) => item.key)

test('photographs are sent before films, each in the order in which they were added', () => {
  const entries = [film('visit'), entry('one'), entry('two')]
  expect(nextToSend(entries, NOW)?.item.key).toBe('one')
  expect(nextToSend([film('visit'), film('play')], NOW)?.item.key).toBe('visit')
})

test('a paused item is skipped until its pause ends', () => {
  const entries = [entry('one', paused(NOW + 1)), film('visit', paused(NOW + 5))]
  expect(nextToSend(entries, NOW)).toBeUndefined()
  expect(nextAwake(entries)).toBe(NOW + 1)
  expect(nextToSend(entries, NOW + 1)?.item.key).toBe('one')
  expect(nextToSend(withoutPauses(entries), NOW)?.item.key).toBe('one')
})

test('items that are safe, refused or without a file are not sent', () => {
  const entries = [
    entry('a', safe),
    entry('b', { is: 'refused', message: '' }),
    entry('c', { is: 'missing' }),
  ]
  expect(nextToSend(entries, NOW)).toBeUndefined()
  expect(nextAwake(entries)).toBeUndefined()
  expect(countSafe(entries)).toBe(1)
  expect(isAllSafe(entries)).toBe(false)
  expect(isAllSafe([entry('a', safe)])).toBe(true)
})

test('items added in another tab appear, and items finished there disappear', () => {
  const entries = [entry('done', safe), entry('sending', { is: 'sending', share: 0.5 }), entry('cancelled')]
  const merged = mergeStored(entries, [entry('sending'), entry('added')], undefined)
  expect(keys(merged)).toEqual(['done', 'sending', 'added'])
  expect(merged[1]?.state).toEqual({ is: 'sending', share: 0.5 })
})

test('items that only this page has stay, even if the browser has not stored them', () => {
  expect(keys(mergeStored([{ ...entry('here'), isStored: false }], [], undefined))).toEqual(['here'])
})

test('an item continues after its file was chosen again in another tab', () => {
  const file = new File(['film'], 'visit.mp4')
  const missing = withoutFile(film('visit', { is: 'missing' }))
  const [found] = mergeStored([missing], [{ ...film('visit'), file }], undefined)
  expect(found).toMatchObject({ state: { is: 'waiting' }, file })
})

test('a file that only another tab has is not sent by this tab, nor asked for during that tab’s upload', () => {
  const entries = [withoutFile(entry('one')), withoutFile(film('visit', paused(NOW)))]
  expect(nextToSend(entries, NOW)).toBeUndefined()
  expect(nextAwake(entries)).toBeUndefined()
})

test('after another tab closes, its upload continues if this tab has the file', () => {
  const sending: ItemState = { is: 'sending', share: 0.5 }
  const refused: ItemState = { is: 'refused', message: '' }
  const entries = [entry('one', sending), entry('two', sending), withoutFile(film('visit', paused(0)))]
  const states = withoutSender([...entries, entry('a', safe), withoutFile(entry('b', refused))], 'two')
  expect(states.map(({ state }) => state)).toEqual([
    { is: 'waiting' },
    sending,
    { is: 'missing' },
    safe,
    refused,
  ])
})

test('stored items do not overwrite items that this tab is sending or storing', () => {
  const item = { ...film('visit').item, uploadUrl: '/api/uploads/1' }
  const running = { ...film('visit'), item }
  const written = { ...entry('new'), isStored: undefined }
  const merged = mergeStored([running, written], [film('visit'), withoutFile(entry('new'))], 'visit')
  expect(merged).toEqual([running, written])
  expect(mergeStored([running], [], 'visit')).toEqual([running])
})
