import { damaged, type ReadBox, u64 } from './boxes.ts'
import { addPrivate, emptyBox, neededIn, type PrivateBytes } from './privates.ts'
import { addRange, type Ranges } from './ranges.ts'
import type { Defaults, Movie } from './readMovie.ts'

/** The duration of each track by its fragments, in its own ticks. */
export type Lengths = Map<number, number>

/** The flags of the optional fields. */
const HEAD = { base: 0x1, description: 0x2, duration: 0x8, size: 0x10, fromFragment: 0x2_0000 }
const RUN = { offset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, shift: 0x800 }

type Run = { count: number; bytes: number; ticks: number; offset: number | undefined }

/** Reads a fragment: a part of a film with its own list of samples. */
export function readFragment(
  { privates, kept, lengths }: { privates: PrivateBytes[]; kept: Ranges; lengths: Lengths },
  box: ReadBox,
  movie: Movie,
): void {
  let before = box.start
  let isAfterDropped = false
  for (const child of neededIn(privates, box, 'moof')) {
    if (child.type !== 'traf') continue
    const beside: PrivateBytes[] = []
    const parts = neededIn(beside, child, 'traf')
    const head = parts.find(({ type }) => type === 'tfhd')?.content
    if (!head) throw damaged()
    const id = head.readUInt32BE(4)
    const { base, ...defaults } = readHead(head, movie.defaults.get(id))
    const isImplied = base === undefined && !(flagsOf(head) & HEAD.fromFragment)
    const start = base ?? (isImplied ? before : box.start)
    const isKept = movie.tracks.has(id)
    // Its offset counts from the end of the track fragment before it. If that one is emptied, the offset would be
    // wrong, and it cannot be corrected.
    if (isKept && isImplied && isAfterDropped) throw damaged()
    isAfterDropped ||= !isKept
    before = start
    for (const { type, content } of parts) {
      if (type !== 'trun') continue
      const { bytes, ticks, offset } = readRun(content, defaults)
      const from = offset === undefined ? before : start + offset
      before = from + bytes
      if (!isKept) continue
      addRange(kept, from, before)
      lengths.set(id, (lengths.get(id) ?? 0) + ticks)
    }
    if (!isKept) emptyBox(privates, child)
    else for (const bytes of beside) addPrivate(privates, bytes)
  }
}

const flagsOf = (content: Buffer) => content.readUInt32BE(0) & 0xff_ffff

function readHead(head: Buffer, others: Defaults = { duration: 0, size: 0 }) {
  const flags = flagsOf(head)
  const found: Defaults & { base?: number } = { ...others }
  let at = 8
  if (flags & HEAD.base) {
    found.base = u64(head, at)
    at += 8
  }
  if (flags & HEAD.description) at += 4
  if (flags & HEAD.duration) {
    found.duration = head.readUInt32BE(at)
    at += 4
  }
  if (flags & HEAD.size) found.size = head.readUInt32BE(at)
  return found
}

function readRun(content: Buffer, { duration, size }: Defaults): Run {
  const flags = flagsOf(content)
  const count = content.readUInt32BE(4)
  const offset = flags & RUN.offset ? content.readInt32BE(8) : undefined
  const first = 8 + (flags & RUN.offset ? 4 : 0) + (flags & RUN.firstFlags ? 4 : 0)
  const fields = [RUN.duration, RUN.size, RUN.flags, RUN.shift].filter((field) => flags & field)
  const row = fields.length * 4
  if (first + count * row > content.length) throw damaged()
  const sum = (field: number) => {
    const column = first + fields.indexOf(field) * 4
    let whole = 0
    for (let sample = 0; sample < count; sample += 1) whole += content.readUInt32BE(column + sample * row)
    return whole
  }
  return {
    count,
    offset,
    bytes: flags & RUN.size ? sum(RUN.size) : count * size,
    ticks: flags & RUN.duration ? sum(RUN.duration) : count * duration,
  }
}
