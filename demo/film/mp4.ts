import { box, fullBox, u16, u32 } from './box.ts'
import { PROFILE } from './h264.ts'

type Film = {
  width: number
  height: number
  fps: number
  sequence: Buffer
  picture: Buffer
  /** In the order in which they are shown. The first stands for itself, each other builds on the one before. */
  frames: Buffer[]
}

const UPRIGHT = u32(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000)
const RESOLUTION = 72 * 0x1_0000
const UNDETERMINED = 0x55c4
/** Of the file, since both lie in it. */
const HERE = fullBox('url ', 0, 1)

/** The file: what a player has to know lies before the frames, so that it starts with the first of them. */
export function mp4(film: Film): Buffer {
  const kind = box('ftyp', Buffer.from('isom\0\0\u0002\0isomavc1mp42', 'latin1'))
  const samples = film.frames.map((frame) => Buffer.concat([u32(frame.length), frame]))
  const sizes = samples.map(({ length }) => length)
  // What is said of the film is equally long wherever its frames begin.
  const start = kind.length + movie(film, sizes, 0).length + 8
  return Buffer.concat([kind, movie(film, sizes, start), box('mdat', ...samples)])
}

function movie(film: Film, sizes: number[], start: number): Buffer {
  const { fps, frames } = film
  // A tick is a frame.
  const times = u32(0, 0, fps, frames.length)
  const head = fullBox(
    'mvhd',
    0,
    0,
    times,
    u32(0x1_0000),
    u16(0x100, 0),
    u32(0, 0),
    UPRIGHT,
    zeros(24),
    u32(2),
  )
  const media = box(
    'mdia',
    fullBox('mdhd', 0, 0, times, u16(UNDETERMINED, 0)),
    fullBox('hdlr', 0, 0, u32(0), Buffer.from('vide'), zeros(13)),
    box(
      'minf',
      fullBox('vmhd', 0, 1, zeros(8)),
      box('dinf', fullBox('dref', 0, 0, u32(1), HERE)),
      sampleTable(film, sizes, start),
    ),
  )
  return box('moov', head, box('trak', trackHead(film), media))
}

const trackHead = ({ width, height, frames }: Film) =>
  fullBox(
    'tkhd',
    0,
    0b11,
    u32(0, 0, 1, 0, frames.length),
    zeros(16),
    UPRIGHT,
    u32(width * 0x1_0000, height * 0x1_0000),
  )

function sampleTable(film: Film, sizes: number[], start: number): Buffer {
  const count = sizes.length
  return box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), describeFrames(film)),
    fullBox('stts', 0, 0, u32(1, count, 1)),
    fullBox('stss', 0, 0, u32(1, 1)),
    fullBox('stsc', 0, 0, u32(1, 1, count, 1)),
    fullBox('stsz', 0, 0, u32(0, count), u32(...sizes)),
    fullBox('stco', 0, 0, u32(1, start)),
  )
}

const describeFrames = ({ width, height, sequence, picture }: Film) =>
  box(
    'avc1',
    zeros(6),
    u16(1),
    zeros(16),
    u16(width, height),
    u32(RESOLUTION, RESOLUTION, 0),
    u16(1),
    zeros(32),
    u16(24, 0xffff),
    // Lengths take four bytes; one of each of the parameters.
    box(
      'avcC',
      [1, ...PROFILE, 0b1111_1111, 0b1110_0001],
      u16(sequence.length),
      sequence,
      [1],
      u16(picture.length),
      picture,
    ),
  )

const zeros = (count: number) => Buffer.alloc(count)
