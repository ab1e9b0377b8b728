import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** The smallest that a reader takes for a whole PDF, filled up to a size where one is asked for. */
export function pdf(bytes = 0): Buffer {
  const start = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'
  const end = '\ntrailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF\n'
  return Buffer.from(start + ' '.repeat(Math.max(bytes - start.length - end.length, 0)) + end)
}

/** The start of a film, which is all that is looked at; the rest counts up, so that parts can be told apart. */
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

/** The same, which says by which camera and where it was taken. */
export const tellingPhoto = (...size: Parameters<typeof photo>): Sharp =>
  photo(...size)
    .withExif({
      IFD0: { Make: 'Kamera', Copyright: 'Mzazi' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '1/1 17/1 10/1', GPSLongitudeRef: 'E' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>Nairobi</place></x:xmpmeta>')

/** A PNG that says of itself that it has so many pixels, and holds none. */
export const claimingPng = (width: number, height: number): Buffer =>
  png({ width, height, bits: 8, type: 2, interlace: 0 }, Buffer.alloc(1000))

/** A small file with a square of nothing in it, of sixteen bits in four colours; the side is a multiple of eight. */
export function largePng(side: number): Buffer {
  // Each line begins with its filter, and the seven passes of the interlace have fifteen for each eight lines.
  const pixels = Buffer.alloc(side * side * 8 + (side * 15) / 8)
  return png({ width: side, height: side, bits: 16, type: 6, interlace: 1 }, pixels)
}

type PngHeader = Record<'width' | 'height' | 'bits' | 'type' | 'interlace', number>

function png({ width, height, bits, type, interlace }: PngHeader, pixels: Buffer): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, bits, type, 0, 0, interlace])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(name), data, Buffer.alloc(4)])
  whole.writeUInt32BE(data.length, 0)
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4)
  return whole
}
