import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** The smallest complete PDF, filled up to a size if one is given. */
export function pdf(bytes = 0): Buffer {
  const start = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'
  const end = '\ntrailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF\n'
  return Buffer.from(start + ' '.repeat(Math.max(bytes - start.length - end.length, 0)) + end)
}

/** The start of a film, which is all that is checked. The other bytes count up, so that parts differ. */
export function mp4(bytes = 4096): Buffer {
  const film = Buffer.from(Uint8Array.from({ length: bytes }, (_byte, index) => index % 251))
  film.write('\0\0\0\u0018ftypisom\0\0\u0002\0isommp42', 'latin1')
  return film
}

/** Taller than wide: red above, blue below. */
export function photo(width = 60, height = 120): Sharp {
  const half = Math.round(height / 2)
  const blue = { create: { width, height: height - half, channels: 3, background: 'blue' } } as const
  return sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    { input: blue, top: half, left: 0 },
  ])
}

/** The same with the camera and the place in its metadata. */
export const photoWithPlace = (...size: Parameters<typeof photo>): Sharp =>
  photo(...size)
    .withExif({
      IFD0: { Make: 'Kamera', Copyright: 'Mzazi' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '1/1 17/1 10/1', GPSLongitudeRef: 'E' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>Nairobi</place></x:xmpmeta>')

/** A PNG whose header claims a number of pixels, without containing them. */
export const oversizedPng = (width: number, height: number): Buffer =>
  pngOf({ width, height, bits: 8, type: 2, interlace: 0 }, deflateSync(Buffer.alloc(1000)))

/** A small file of zeros, with sixteen bits in four channels; sides of interlaced images are multiples of eight. */
export function largePng(width: number, { height = width, isInterlaced = false } = {}): Buffer {
  // Each line begins with its filter, and the seven passes of the interlace have fifteen for each eight lines.
  const filters = isInterlaced ? (height * 15) / 8 : height
  const pixels = deflatedZeros(width * height * 8 + filters)
  return pngOf({ width, height, bits: 16, type: 6, interlace: Number(isInterlaced) }, pixels)
}

/** A small file with a grey square of sixteen bits, all of it in one strip. */
export function largeTiff(side: number): Buffer {
  const [SHORT, LONG, DEFLATE, GREY, HEAD_BYTES] = [3, 4, 8, 1, 8]
  const strip = deflatedZeros(side * side * 2)
  const tags = [
    [256, LONG, side],
    [257, LONG, side],
    [258, SHORT, 16],
    [259, SHORT, DEFLATE],
    [262, SHORT, GREY],
    [273, LONG, HEAD_BYTES],
    [277, SHORT, 1],
    [278, LONG, side],
    [279, LONG, strip.length],
  ] as const
  const directory = Buffer.alloc(2 + tags.length * 12 + 4)
  directory.writeUInt16LE(tags.length)
  for (const [index, [tag, type, value]] of tags.entries()) {
    const at = directory.writeUInt16LE(tag, 2 + index * 12)
    directory.writeUInt32LE(value, directory.writeUInt32LE(1, directory.writeUInt16LE(type, at)))
  }
  const head = Buffer.from('II*\0\0\0\0\0', 'latin1')
  head.writeUInt32LE(HEAD_BYTES + strip.length, 4)
  return Buffer.concat([head, strip, directory])
}

/** A compressed megabyte of zeros, repeated: compressing all of them would take seconds. */
function deflatedZeros(bytes: number): Buffer {
  const zeros = Buffer.alloc(1024 * 1024)
  const piece = deflateRawSync(zeros, { finishFlush: constants.Z_SYNC_FLUSH })
  const end = deflateRawSync(zeros.subarray(0, bytes % zeros.length))
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE((bytes % 65_521) * 0x1_0000 + 1)
  const pieces = Array<Buffer>(Math.floor(bytes / zeros.length)).fill(piece)
  return Buffer.concat([Buffer.from([0x78, 0x01]), ...pieces, end, checksum])
}

type PngHeader = Record<'width' | 'height' | 'bits' | 'type' | 'interlace', number>

function pngOf({ width, height, bits, type, interlace }: PngHeader, deflated: Buffer): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, bits, type, 0, 0, interlace])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflated),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(name), data, Buffer.alloc(4)])
  whole.writeUInt32BE(data.length, 0)
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4)
  return whole
}
