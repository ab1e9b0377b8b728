import { type Bits, createBits } from './createBits.ts'
import { SIDE } from './macroblocks.ts'

/** The Baseline profile, which everything that shows films can read, and how large a film may be. */
export const PROFILE = [66, 0b1100_0000, 30]

const SEQUENCE = 0x67
const PICTURE = 0x68
const KEY_FRAME = 0x65
const FRAME = 0x41

/** Frames are counted up to here and then from 0 again. */
const FRAME_BITS = 4
const PCM_IN_KEY_FRAME = 25
/** There the ways to predict a square from the frame before are numbered first. */
const PCM_IN_FRAME = 30

/** What holds for the whole film: size, and frames that are shown in the order in which they come. */
export function sequenceParameters(width: number, height: number): Buffer {
  const bits = createBits()
  bits.whole(Uint8Array.from(PROFILE))
  bits.golomb(0)
  bits.golomb(FRAME_BITS - 4)
  // Order of showing: as they come. One earlier frame is kept, and none is ever missing.
  bits.golomb(2)
  bits.golomb(1)
  bits.fixed(1, 0)
  bits.golomb(width / SIDE - 1)
  bits.golomb(height / SIDE - 1)
  // Whole frames, of which nothing is cut off.
  bits.fixed(3, 0b110)
  bits.fixed(1, 1)
  describeColours(bits)
  return unit(SEQUENCE, bits)
}

/** Colours of an ordinary screen, made into brightness and differences after BT.601. */
function describeColours(bits: Bits): void {
  bits.fixed(2, 0b00)
  bits.fixed(1, 1)
  bits.fixed(3, 5)
  bits.fixed(2, 0b01)
  for (const standard of [1, 1, 6]) bits.fixed(8, standard)
  // Nothing is said of timing, buffers and the rest.
  bits.fixed(6, 0)
}

/** What holds for every frame: codes of varying length, and no smoothing of the edges between squares. */
export function pictureParameters(): Buffer {
  const bits = createBits()
  for (const number of [0, 0]) bits.golomb(number)
  bits.fixed(2, 0b00)
  for (const number of [0, 0, 0]) bits.golomb(number)
  bits.fixed(3, 0b000)
  for (const number of [0, 0, 0]) bits.golomb(number)
  bits.fixed(3, 0b100)
  return unit(PICTURE, bits)
}

/** The first frame, with all of its squares as they are. */
export function keyFrame(blocks: Buffer[]): Buffer {
  const bits = createBits()
  for (const number of [0, 7, 0]) bits.golomb(number)
  bits.fixed(FRAME_BITS, 0)
  bits.golomb(0)
  bits.fixed(2, 0b00)
  endHeader(bits)
  for (const block of blocks) {
    bits.golomb(PCM_IN_KEY_FRAME)
    bits.whole(block)
  }
  return unit(KEY_FRAME, bits)
}

/** A later one: the squares that changed, as they are, and how many between them did not. */
export function frameAfter(before: Buffer[], blocks: Buffer[], number: number): Buffer {
  const bits = createBits()
  for (const each of [0, 5, 0]) bits.golomb(each)
  bits.fixed(FRAME_BITS, number % 2 ** FRAME_BITS)
  bits.fixed(3, 0b000)
  endHeader(bits)
  let same = 0
  for (const [index, block] of blocks.entries())
    if (before[index]?.equals(block)) same += 1
    else {
      bits.golomb(same)
      same = 0
      bits.golomb(PCM_IN_FRAME)
      bits.whole(block)
    }
  if (same > 0) bits.golomb(same)
  return unit(FRAME, bits)
}

/** No change of the quantiser, which nothing here needs, and no smoothing. */
function endHeader(bits: Bits): void {
  bits.golomb(0)
  bits.golomb(1)
}

/** Two zeros before a small number would begin a new unit: a 3 between them is left out again by the reader. */
function unit(kind: number, bits: Bits): Buffer {
  const bytes = [kind]
  let zeros = 0
  for (const byte of bits.end()) {
    if (zeros === 2 && byte <= 3) {
      bytes.push(3)
      zeros = 0
    }
    bytes.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Buffer.from(bytes)
}
