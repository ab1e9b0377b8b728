import { open } from 'node:fs/promises'

/** How many bytes at the start of a file may be needed to find its signature. */
export const HEAD_BYTES = 1024 + '%PDF-'.length

/** How many bytes may follow the end mark of a PDF: a signature with its certificates is far smaller. */
const TAIL_BYTES = 32 * 1024

/** The brands that mark an mp4 as a video. */
const VIDEO_BRANDS = /^(iso[m2-9a-z]|mp4[12]|mp71|avc1|hvc1|dash|MSNV|mmp4|M4V.|f4v |3gp.)$/
/** Sound and still images share the format, and some of them also list a video brand. */
const OTHER_BRANDS = /^(M4[ABP] |F4[AB] |crx |hei[cxms]|hev[cx]|mif1|msf1|avi[fs]|jp[2x] )$/

/** The media type by the first bytes of a file; its name and the type that the browser sends do not count. */
export function contentTypeOf(head: Buffer): string | undefined {
  const starts = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte)
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (starts(0x49, 0x49, 0x2a, 0) || starts(0x4d, 0x4d, 0, 0x2a)) return 'image/tiff'
  // QuickTime is the origin of mp4. film/readFilm.ts decides whether browsers can play the film.
  if (isVideo(head)) return 'video/mp4'
  if (/^ftyp(hei[cxms]|hev[cmsx]|mif1|msf1)$/.test(head.toString('latin1', 4, 12))) return 'image/heic'
  if (head.subarray(0, HEAD_BYTES).includes('%PDF-')) return 'application/pdf'
  return undefined
}

function isVideo(head: Buffer): boolean {
  const text = (start: number, end: number) => head.toString('latin1', start, end)
  if (head.length < 16 || text(4, 8) !== 'ftyp' || OTHER_BRANDS.test(text(8, 12))) return false
  const end = Math.min(head.readUInt32BE(0), head.length)
  const brands = [text(8, 12)]
  // Only the major brand counts for QuickTime, as in readFilm.ts.
  if (brands[0] === 'qt  ') return true
  for (let at = 16; at + 4 <= end; at += 4) brands.push(text(at, at + 4))
  return brands.some((brand) => VIDEO_BRANDS.test(brand))
}

/** An object after the last end mark belongs to a newer version of the document, which is cut off. */
function hasEndMark(tail: Buffer): boolean {
  const mark = tail.lastIndexOf('%%EOF')
  return mark >= 0 && !tail.includes('endobj', mark)
}

const BLANKS = new Set(Buffer.from('\0\t\n\f\r '))

/** Whether a PDF is complete. As PDF readers do, accepts a signature after the end mark, and any number of blanks. */
export async function hasPdfEnd(path: string, bytes: number): Promise<boolean> {
  const file = await open(path)
  const before = async (end: number): Promise<Buffer> => {
    const tail = Buffer.alloc(Math.min(TAIL_BYTES, end))
    await file.read(tail, 0, tail.length, end - tail.length)
    return tail
  }
  try {
    let end = bytes
    while (end > 0) {
      const tail = await before(end)
      const last = tail.findLastIndex((byte) => !BLANKS.has(byte))
      end -= tail.length - 1 - last
      if (last >= 0) return hasEndMark(await before(end))
    }
    return false
  } finally {
    await file.close()
  }
}
