import { childOf, damaged, type ReadBox, u64 } from './boxes.ts'
import { emptyBox, emptyInMedia, neededIn, type PrivateBytes } from './privates.ts'

/** The defaults for the samples of a track in fragments. */
export type Defaults = { duration: number; size: number }

export type Movie = {
  /** In seconds; 0 if the film does not contain it. */
  duration: number
  tracks: Map<number, Track>
  defaults: Map<number, Defaults>
}

/** Reads the duration and the tracks of a film, and empties what a player does not need. */
export function readMovie(privates: PrivateBytes[], box: ReadBox): Movie {
  const head = childOf(box, 'mvhd')?.content
  if (!head) throw damaged()
  const tracks = new Map<number, Track>()
  const defaults = new Map<number, Defaults>()
  const children = neededIn(privates, box, 'moov')
  for (const child of children.filter(({ type }) => type === 'trak')) {
    const track = readTrack(child)
    // With two tracks of the same id, the samples of one would be removed.
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
    for (const { type, content, ...range } of neededIn(privates, child, 'mvex'))
      if (type === 'mehd') fragmented = ticksAt(content, 4)
      else if (type === 'trex') {
        const id = content.readUInt32BE(4)
        if (tracks.has(id))
          defaults.set(id, { duration: content.readUInt32BE(12), size: content.readUInt32BE(16) })
        else emptyBox(privates, { type, ...range })
      }
  return { duration: (ticks || fragmented) / (timescaleOf(head) || Infinity), tracks, defaults }
}

/** A duration, in four bytes or eight; all ones if unknown. */
function ticksAt(content: Buffer, at: number): number {
  if (content[0] !== 1) return content.readUInt32BE(at) % 0xffff_ffff
  return content.readBigUInt64BE(at) === 2n ** 64n - 1n ? 0 : u64(content, at)
}

/** A picture or sound track. */
export type Track = {
  id: number
  isPicture: boolean
  /** How it is encoded: `avc1`, `hvc1`, `mp4a`, … */
  codec: string | undefined
  width: number
  height: number
  /** Ticks per second. */
  timescale: number
  /** The box with the offsets of its samples. */
  samples: ReadBox | undefined
}

/** Reads a track of pictures or sound; undefined for any other, such as those of positions and movements. */
function readTrack(box: ReadBox): Track | undefined {
  const media = childOf(box, 'mdia')
  if (!media) return undefined
  const handler = childOf(media, 'hdlr')?.content.toString('latin1', 8, 12)
  if (handler !== 'vide' && handler !== 'soun') return undefined
  const head = childOf(box, 'tkhd')?.content
  const clock = childOf(media, 'mdhd')?.content
  if (!head || !clock) throw damaged()

  const isLong = head[0] === 1
  const information = childOf(media, 'minf')
  const samples = information && childOf(information, 'stbl')
  const isPicture = handler === 'vide'
  return {
    id: head.readUInt32BE(isLong ? 20 : 12),
    isPicture,
    codec: samples && childOf(samples, 'stsd')?.content.toString('latin1', 12, 16),
    ...(isPicture ? sizeOf(head, isLong ? 52 : 40, samples) : { width: 0, height: 0 }),
    timescale: timescaleOf(clock),
    samples,
  }
}

/** Empties the boxes of a kept track other than picture and sound. */
function emptyInTrack(privates: PrivateBytes[], box: ReadBox): void {
  for (const child of neededIn(privates, box, 'trak'))
    if (child.type === 'mdia') emptyInMedia(privates, child)
}

/** Used for the header of the film and of a track. */
const timescaleOf = (head: Buffer) => head.readUInt32BE(head[0] === 1 ? 20 : 12)

/** The size as displayed: telephones store films sideways, with a matrix that rotates them. */
function sizeOf(head: Buffer, matrix: number, samples: ReadBox | undefined) {
  const [across, down] = [head.readInt32BE(matrix), head.readInt32BE(matrix + 4)]
  const shown = [36, 40].map((at) => Math.round(head.readUInt32BE(matrix + at) / 0x1_0000))
  const [width = 0, height = 0] = shown.every(Boolean) ? shown : codedSize(samples)
  return Math.abs(down) > Math.abs(across) ? { width: height, height: width } : { width, height }
}

function codedSize(samples: ReadBox | undefined): number[] {
  const description = samples && childOf(samples, 'stsd')?.content
  return description && description.length >= 44
    ? [description.readUInt16BE(40), description.readUInt16BE(42)]
    : []
}
