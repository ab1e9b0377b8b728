import { describe, expect, test } from 'vitest'
import { SMALL, smallFilm } from '../../server/testing/smallFilm.ts'
import { drawFilm } from './drawFilm.ts'
import { frameAfter, keyFrame } from './h264.ts'

type Box = { type: string; start: number; content: Buffer }

/** The boxes that lie in a stretch of a file, which they have to fill. */
function boxesIn(bytes: Buffer, from = 0): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt32BE(at)
    expect(at + length).toBeLessThanOrEqual(bytes.length)
    const content = bytes.subarray(at + 8, at + length)
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start: from + at, content })
    at += length
  }
  return boxes
}

function find(film: Buffer, ...path: string[]): Box {
  let found: Box = { type: '', start: -8, content: film }
  for (const type of path) {
    const next = boxesIn(found.content, found.start + 8).find((each) => each.type === type)
    if (!next) throw new Error(`no ${type} in ${found.type}`)
    found = next
  }
  return found
}

const inTrack = (film: Buffer, type: string) =>
  find(film, 'moov', 'trak', 'mdia', 'minf', 'stbl', type).content.subarray(4)

const numbers = (bytes: Buffer) =>
  Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32BE(index * 4))

describe('a drawn film', () => {
  const film = smallFilm({ seconds: 2 })

  test('says what it is before its frames', () => {
    expect(boxesIn(film).map(({ type }) => type)).toEqual(['ftyp', 'moov', 'mdat'])
  })

  test('has a table of frames that adds up', () => {
    const frames = 2 * SMALL.fps
    const { start, content } = find(film, 'mdat')
    const [, count, ...sizes] = numbers(inTrack(film, 'stsz'))
    expect(count).toBe(frames)
    expect(sizes.length).toBe(frames)
    expect(numbers(inTrack(film, 'stco'))).toEqual([1, start + 8])
    expect(numbers(inTrack(film, 'stts'))).toEqual([1, frames, 1])
    expect(numbers(inTrack(film, 'stsc'))).toEqual([1, 1, frames, 1])
    expect(numbers(inTrack(film, 'stss'))).toEqual([1, 1])

    let at = 0
    for (const size of sizes) {
      expect(content.readUInt32BE(at)).toBe(size - 4)
      at += size
    }
    expect(at).toBe(content.length)
  })

  test('is as long and as large as it was drawn', () => {
    const [, , scale, duration] = numbers(find(film, 'moov', 'mvhd').content.subarray(4, 20))
    expect(Number(duration) / Number(scale)).toBe(2)
    const head = find(film, 'moov', 'trak', 'tkhd').content
    expect(numbers(head.subarray(-8)).map((size) => size / 0x1_0000)).toEqual([SMALL.width, SMALL.height])
  })

  test('takes little for what stays as it was', () => {
    const picture = Buffer.alloc(SMALL.width * SMALL.height * 3)
    const still = drawFilm([picture, picture, picture], SMALL)
    const [, , first, ...others] = numbers(inTrack(still, 'stsz'))
    expect(first).toBeGreaterThan(12 * 384)
    expect(Math.max(...others)).toBeLessThan(12)
  })

  test('has sides that are multiples of sixteen', () => {
    expect(() => drawFilm([], { width: 100, height: 48, fps: 10 })).toThrow('multiples of 16')
  })
})

test('no frame holds what begins a new one, and its squares are read back as they were', () => {
  const hard = Buffer.from(Uint8Array.from({ length: 384 }, (_, index) => (index % 7 < 5 ? 0 : index % 5)))
  for (const frame of [keyFrame([hard, hard]), frameAfter([], [hard, hard], 1)]) {
    const text = frame.toString('latin1')
    for (const last of ['\0', '\u0001', '\u0002']) expect(text).not.toContain(`\0\0${last}`)
    const read = Buffer.from(text.replaceAll('\0\0\u0003', '\0\0'), 'latin1')
    expect(read.indexOf(hard)).toBeGreaterThan(0)
    expect(read.lastIndexOf(hard)).toBeGreaterThanOrEqual(read.indexOf(hard) + hard.length)
  }
})
