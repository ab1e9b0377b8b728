import { expect, test } from 'vitest'
import type { ItemState, QueueEntry } from './QueueItem.ts'
import { countSafe, isAllSafe, mergeKept, nextAwake, nextToSend, withoutPauses } from './queueOrder.ts'

const NOW = 50_000
const paused = (until: number): ItemState => ({ is: 'pausing', until, tries: 1, isOffline: true })
const safe: ItemState = { is: 'safe', isKnown: false }

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
  return { item, state, file: undefined, isKept: true }
}
const film = (key: string, state?: ItemState) => entry(key, state, 'video/mp4')
const keys = (entries: QueueEntry[]) => entries.map(({ item }) => item.key)

test('photographs go before films, each in the order they came', () => {
  const entries = [film('visit'), entry('one'), entry('two')]
  expect(nextToSend(entries, NOW)?.item.key).toBe('one')
  expect(nextToSend([film('visit'), film('play')], NOW)?.item.key).toBe('visit')
})

test('what pauses is left out until its time has come', () => {
  const entries = [entry('one', paused(NOW + 1)), film('visit', paused(NOW + 5))]
  expect(nextToSend(entries, NOW)).toBeUndefined()
  expect(nextAwake(entries)).toBe(NOW + 1)
  expect(nextToSend(entries, NOW + 1)?.item.key).toBe('one')
  expect(nextToSend(withoutPauses(entries), NOW)?.item.key).toBe('one')
})

test('what is safe, refused or without its file is not sent', () => {
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

test('what another tab added is here too, and what it finished is not', () => {
  const entries = [entry('done', safe), entry('sending', { is: 'sending', share: 0.5 }), entry('cancelled')]
  const merged = mergeKept(entries, [entry('sending'), entry('added')])
  expect(keys(merged)).toEqual(['done', 'sending', 'added'])
  expect(merged[1]?.state).toEqual({ is: 'sending', share: 0.5 })
})

test('what this page alone has stays, whatever the browser keeps', () => {
  expect(keys(mergeKept([{ ...entry('here'), isKept: false }], []))).toEqual(['here'])
})

test('a file that was chosen again in another tab lets its item go on', () => {
  const file = new File(['film'], 'visit.mp4')
  const [found] = mergeKept([film('visit', { is: 'missing' })], [{ ...film('visit'), file }])
  expect(found).toMatchObject({ state: { is: 'waiting' }, file })
})
