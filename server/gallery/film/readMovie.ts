import { childOf, damaged, type ReadBox, u64 } from './boxes.ts'
import { emptyBox, neededIn, type PrivateBytes } from './privates.ts'
import { emptyInTrack, readTrack, timescaleOf, type Track } from './readTrack.ts'

/** What holds for the samples of a track in fragments, where a fragment does not say otherwise. */
export type Defaults = { duration: number; size: number }

export type Movie = {
  /** In seconds; nothing where the film does not know. */
  duration: number
  tracks: Map<number, Track>
  defaults: Map<number, Defaults>
}

/** What a film says of itself. */
export function readMovie(privates: PrivateBytes[], box: ReadBox): Movie {
  const head = childOf(box, 'mvhd')?.content
  if (!head) throw damaged()
  const tracks = new Map<number, Track>()
  const defaults = new Map<number, Defaults>()
  const children = neededIn(privates, box, 'moov')
  for (const child of children.filter(({ type }) => type === 'trak')) {
    const track = readTrack(child)
    // What one of two of the same number holds would not be known to be needed.
    if (track && tracks.has(track.id)) throw damaged()
    if (!track) emptyBox(privates, child)
    else {
      tracks.set(track.id, track)
      emptyInTrack(privates, child)
    }
  }
  const ticks = ticksAt(head, head[0] === 1 ? 24 : 16)
  let fragmented = 0
  for (const child of children.filter(({ type }) => type === 'mvex'))
    for (const { type, content, ...place } of neededIn(privates, child, 'mvex'))
      if (type === 'mehd') fragmented = ticksAt(content, 4)
      else if (type === 'trex') {
        const id = content.readUInt32BE(4)
        if (tracks.has(id))
          defaults.set(id, { duration: content.readUInt32BE(12), size: content.readUInt32BE(16) })
        else emptyBox(privates, { type, ...place })
      }
  return { duration: (ticks || fragmented) / (timescaleOf(head) || Infinity), tracks, defaults }
}

/** A duration, in four bytes or eight; all ones where it is not known. */
function ticksAt(content: Buffer, at: number): number {
  if (content[0] !== 1) return content.readUInt32BE(at) % 0xffff_ffff
  return content.readBigUInt64BE(at) === 2n ** 64n - 1n ? 0 : u64(content, at)
}
