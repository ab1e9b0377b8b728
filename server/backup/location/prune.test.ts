import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { array, assert, nat, property, record } from 'fast-check'
import { expect, it } from 'vitest'
import { openFolder } from '../../files/diskStore.ts'
import { temporaryFolder } from '../../testing/files/temporaryFolder.ts'
import { goodName, keptCopies, prune } from './prune.ts'

const DAY = 24 * 60 * 60_000
const nameOf = (minutes: number) => {
  const time = new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString()
  return `elimu-${time.slice(0, 10)}-${time.slice(11, 16).replace(':', '')}.elimu`
}

const manual = (names: string[]) => new Map(names.map((name) => [name, { isNightly: false }]))
const nightly = (names: string[]) => new Map(names.map((name) => [name, { isNightly: true }]))

/** A simple model of the rule: go back through the periods, and choose the newest copy of each that has one. */
function model(names: string[], keep: { days: number; weeks: number; months: number }): Set<string> {
  const kept = new Set<string>()
  const ordered = [...new Set(names)].sort().toReversed()
  const take = (count: number, periodOf: (day: Date) => unknown) => {
    const seen: unknown[] = []
    for (const name of ordered) {
      const period = periodOf(new Date(name.slice(6, 16)))
      if (seen.includes(period) || seen.length === count) continue
      seen.push(period)
      kept.add(name)
    }
  }
  take(keep.days, (day) => Math.floor(day.getTime() / DAY))
  // The first day of 1970 was a Thursday.
  take(keep.weeks, (day) => Math.floor((day.getTime() / DAY + 3) / 7))
  take(keep.months, (day) => day.getUTCFullYear() * 12 + day.getUTCMonth())
  if (ordered[0]) kept.add(ordered[0])
  return kept
}

it('keeps the newest copy of each of the last days, weeks and months that have one', () => {
  const keep = record({ days: nat(9), weeks: nat(6), months: nat(14) })
  assert(
    property(array(nat(3 * 365 * 24 * 60), { maxLength: 60 }), keep, (minutes, rules) => {
      const names = minutes.map(nameOf)
      expect(keptCopies(manual(names), rules)).toEqual(model(names, rules))
      expect(keptCopies(nightly(names), rules)).toEqual(model(names, rules))
    }),
    { numRuns: 300 },
  )
})

it('keeps the nightly copy of a day beside the newest other one, and of a week or month the nightly one', () => {
  const [before, night, after, latest] = ['0100', '0200', '0900', '1500'].map(
    (time) => `elimu-2026-01-04-${time}.elimu`,
  ) as [string, string, string, string]
  const nextNight = 'elimu-2026-01-05-0200.elimu'
  const copies = new Map([...manual([before, after, latest]), ...nightly([night, nextNight])])
  const kept = (days: number, weeks: number, months: number) =>
    [...keptCopies(copies, { days, weeks, months })].toSorted()
  expect(kept(2, 0, 0)).toEqual([night, latest, nextNight])
  expect(kept(0, 2, 0)).toEqual([night, nextNight])
  expect(kept(0, 0, 1)).toEqual([nextNight])
  // A nightly copy that is made after another of its day does not replace that one either.
  const evening = new Map([...manual([night]), ...nightly([latest])])
  expect(keptCopies(evening, { days: 1, weeks: 0, months: 0 })).toEqual(new Set([night, latest]))
})

it('treats the second copy of a minute as the newer one', () => {
  const names = [
    'elimu-2026-01-01-0200.elimu',
    'elimu-2026-01-01-0200-2.elimu',
    'elimu-2026-01-01-0200-10.elimu',
  ]
  expect(keptCopies(manual(names), { days: 1, weeks: 0, months: 0 })).toEqual(new Set([names[2]]))
})

it('removes no file while the files of a copy are unknown, and nothing of another Elimu', async () => {
  const folder = await temporaryFolder()
  const location = openFolder(folder)
  const days = [1, 2, 3].map((day) => `elimu-2026-01-0${day}-0200.elimu`)
  const unneeded = `files/${'a'.repeat(64)}`
  const good = { sha256: '0'.repeat(64), bytes: 1, read_back_at: '', recipient: null, files: [] }
  for (const name of days) {
    await location.put(name, Buffer.from('x'), '')
    await location.put(goodName(name), Buffer.from(JSON.stringify(good)), '')
  }
  await location.put(unneeded, Buffer.from('x'), '')
  const [first = '', second = '', third = ''] = days
  const keep = { days: 2, weeks: 0, months: 0 }
  const own = manual(days)
  const ours = async () => {}
  const left = async () => (await readdir(folder, { recursive: true })).toSorted()
  const before = await left()
  await expect(prune(location, keep, own, () => Promise.reject(new Error('not ours')))).rejects.toThrow(
    'not ours',
  )
  expect(await left()).toEqual(before)

  await location.put(goodName(second), Buffer.from('{"cut'), '')
  await expect(prune(location, keep, own, ours)).rejects.toThrow(
    `${goodName(second)} is damaged, so the files of its copy are unknown`,
  )
  expect(await left()).toEqual(before.filter((name) => ![first, goodName(first)].includes(name)))
  await location.remove(goodName(second))
  await prune(location, keep, own, ours)
  expect(await left()).toEqual(['files', third, goodName(third)].toSorted())
})

it('keeps a file that was sent again under another name because the first was damaged', async () => {
  const folder = await temporaryFolder()
  const location = openFolder(folder)
  const [name, hash] = ['elimu-2026-01-01-0200.elimu', '0'.repeat(64)]
  const files = ['a', 'b', 'c'].map((each) => `files/${each.repeat(64)}-${each.repeat(64)}-recipien.age`)
  const [damaged = '', whole = '', unneeded = ''] = files
  const replaced = damaged.replace(/-a+/, `-${hash}`)
  const good = { sha256: hash, bytes: 1, read_back_at: '', recipient: 'age1', files: [damaged, whole] }
  await location.put(goodName(name), Buffer.from(JSON.stringify(good)), '')
  for (const each of [name, replaced, whole, unneeded]) await location.put(each, Buffer.from('x'), '')
  await prune(location, { days: 1, weeks: 0, months: 0 }, manual([name]), async () => {})
  const left = (await readdir(join(folder, 'files'))).map((each) => `files/${each}`)
  expect(left.toSorted()).toEqual([replaced, whole].toSorted())
})

it('neither counts nor removes a copy that somebody else has added', async () => {
  const folder = await temporaryFolder()
  const location = openFolder(folder)
  const own = ['elimu-2026-01-01-0200.elimu', 'elimu-2026-01-02-0200.elimu']
  const file = `files/${'a'.repeat(64)}`
  const other = `files/${'b'.repeat(64)}`
  const good = { sha256: '0'.repeat(64), bytes: 1, read_back_at: '', recipient: null }
  const others = ['elimu-2026-01-02-2359.elimu', 'elimu-2099-01-01-0200.elimu']
  for (const name of [...own, ...others]) {
    const needed = own.includes(name) ? file : other
    await location.put(name, Buffer.from('x'), '')
    await location.put(goodName(name), Buffer.from(JSON.stringify({ ...good, files: [needed] })), '')
  }
  for (const name of [file, other]) await location.put(name, Buffer.from('x'), '')
  const before = (await readdir(folder, { recursive: true })).toSorted()
  await prune(location, { days: 2, weeks: 0, months: 0 }, manual(own), async () => {})
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(before)
})
