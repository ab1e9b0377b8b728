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
export function claimingPng(width: number, height: number): Buffer {
  const header = Buffer.from('\0\0\0\0\0\0\0\0\u0008\u0002\0\0\0', 'latin1')
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')
  const pixels = deflateSync(Buffer.alloc(1000))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(name), data, Buffer.alloc(4)])
  whole.writeUInt32BE(data.length, 0)
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4)
  return whole
}
