import { instantOf } from '#contract/base/days.ts'
import type { BackupKeep } from '../../config.ts'
import type { Objects } from '../../files/FileStore.ts'
import { BackupError } from '../copy/BackupError.ts'
import { FILES, type Good, goodSchema } from '../copy/copyFormat.ts'
import { fileIn } from './sendFiles.ts'

const COPY = /^elimu-(\d{4}-\d\d-\d\d)-(\d{4})(?:-(\d+))?\.elimu$/

export const isCopyName = (name: string) => COPY.test(name)
export const goodName = (name: string) => name.replace(/elimu$/, 'good.json')

/** The number of a copy among those of the same minute. */
export const numberIn = (name: string) => Number(COPY.exec(name)?.[3] ?? 1)

/** The minute in a copy's name. */
export function startOf(name: string): string {
  const [, day = '', time = ''] = COPY.exec(name) ?? []
  return instantOf(day, `${time.slice(0, 2)}:${time.slice(2)}`).toISOString()
}

/** Sorts copies, newest first. */
function inOrder(names: Iterable<string>): string[] {
  const age = (name: string) => {
    const [, day = '', time = ''] = COPY.exec(name) ?? []
    return `${day} ${time} ${String(numberIn(name)).padStart(6, '0')}`
  }
  return [...names].sort((one, other) => (age(one) < age(other) ? 1 : -1))
}

const dayOf = (name: string) => COPY.exec(name)?.[1] ?? ''

const periods = {
  days: dayOf,
  /** Its Monday. */
  weeks(name: string): string {
    const day = new Date(`${dayOf(name)}T00:00:00Z`)
    day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
    return day.toISOString().slice(0, 10)
  },
  months: (name: string) => dayOf(name).slice(0, 7),
}

/** The names of an Elimu's copies, and which of them are nightly. */
export type OwnCopies = Map<string, { isNightly: boolean }>

/**
 * The copies of the last days, weeks and months that have one, so that a gap removes no copies. A nightly copy and
 * others do not replace each other: a day keeps the newest of both, a week or month the newest nightly one, if any.
 */
export function keptCopies(copies: OwnCopies, keep: BackupKeep): Set<string> {
  const ordered = inOrder(copies.keys())
  const isNightly = (name: string) => copies.get(name)?.isNightly === true
  const kept = new Set(ordered.slice(0, 1))
  for (const kind of ['days', 'weeks', 'months'] as const) {
    const groups = [...Map.groupBy(ordered, periods[kind]).values()].slice(0, keep[kind])
    for (const names of groups) {
      const nightly = names.find(isNightly)
      const other = names.find((name) => !isNightly(name))
      for (const name of kind === 'days' ? [nightly, other] : [nightly ?? other]) if (name) kept.add(name)
    }
  }
  return kept
}

/** The good copies at a location, newest first. Others never count, because they may be incomplete. */
export async function goodCopies(location: Objects): Promise<string[]> {
  const names = new Set<string>()
  for await (const { key } of location.list('elimu-')) names.add(key)
  return inOrder([...names].filter((name) => isCopyName(name) && names.has(goodName(name))))
}

/**
 * Removes this Elimu's `own` copies that the rules do not keep, then the files that no copy needs. Good copies of other
 * origin stay but do not count, so that a forged copy cannot displace others. Call it at the end of a backup, while no
 * other backup runs. `expectOwner` throws once another Elimu owns the location, whose files would be removed.
 */
export async function prune(
  location: Objects,
  keep: BackupKeep,
  own: OwnCopies,
  expectOwner: () => Promise<void>,
): Promise<void> {
  async function remove(name: string): Promise<void> {
    await expectOwner()
    await location.remove(name)
  }
  const good = await goodCopies(location)
  const counted = keptCopies(new Map([...own].filter(([name]) => good.includes(name))), keep)
  const kept = good.filter((name) => counted.has(name) || !own.has(name))
  const keptNames = new Set(kept.flatMap((name) => [name, goodName(name)]))
  const others: string[] = []
  for await (const { key } of location.list('elimu-'))
    if (isOurs(key) && !keptNames.has(key)) others.push(key)
  // The `.good.json` is removed first, so that a copy never counts when its files may be missing.
  others.sort((one, other) => Number(other.endsWith('.json')) - Number(one.endsWith('.json')))
  for (const name of others) await remove(name)

  const needed = new Set<string>()
  for (const name of kept) for (const file of (await readGood(location, name)).files) needed.add(file)
  const present = new Set<string>()
  for await (const { key } of location.list(FILES)) present.add(key)
  // A damaged file was sent again, under another name if it is encrypted.
  const gone = new Set([...needed].filter((name) => !present.has(name)).map(fileIn))
  for (const name of present) {
    const file = fileIn(name.replace(/\.part$/, ''))
    if (file && !needed.has(name) && !gone.has(file)) await remove(name)
  }
}

const isOurs = (name: string) => isCopyName(name.replace(/\.part$/, '').replace(/good\.json$/, 'elimu'))

async function readGood(location: Objects, name: string): Promise<Good> {
  const { data } = goodSchema.safeParse(await readJson(location, goodName(name)))
  if (data) return data
  throw new BackupError(
    `${goodName(name)} is damaged, so the files of its copy are unknown. Delete it there; its copy will then no longer count`,
  )
}

/** An object's JSON value; undefined if it is not JSON. */
export async function readJson(location: Objects, name: string): Promise<unknown> {
  const { stream } = await location.open(name)
  const text = Buffer.concat(await stream.toArray()).toString()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
