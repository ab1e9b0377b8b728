import type { Size } from './geometry.ts'

/** A page as a JPEG. */
export type Sheet = Size & { jpeg: Blob }

/** The sides of an A4 page in points. */
const [SHORT, LONG] = [595.28, 841.89]

/** A PDF of A4 pages that consist of one picture each. It contains no date, place or name of a device. */
export function writePdf(sheets: readonly Sheet[]): Blob {
  const parts: (string | Blob)[] = []
  const offsets: number[] = []
  let length = 0
  const write = (part: string | Blob) => {
    parts.push(part)
    // All text here is ASCII.
    length += typeof part === 'string' ? part.length : part.size
  }
  const writeObject = (number: number, ...content: (string | Blob)[]) => {
    offsets[number] = length
    for (const part of [`${number} 0 obj\n`, ...content, '\nendobj\n']) write(part)
  }
  write('%PDF-1.4\n')
  const pages = sheets.map((_, index) => 3 + index * 3)
  writeObject(1, '<< /Type /Catalog /Pages 2 0 R >>')
  writeObject(
    2,
    `<< /Type /Pages /Count ${sheets.length} /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] >>`,
  )
  for (const [index, sheet] of sheets.entries()) {
    const page = pages[index] ?? 0
    const { box, drawing } = fitOnA4(sheet)
    writeObject(
      page,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${box.width} ${box.height}] /Contents ${page + 1} 0 R /Resources << /XObject << /Page ${page + 2} 0 R >> >> >>`,
    )
    writeObject(page + 1, `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`)
    writeObject(
      page + 2,
      `<< /Type /XObject /Subtype /Image /Width ${sheet.width} /Height ${sheet.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${sheet.jpeg.size} >>\nstream\n`,
      sheet.jpeg,
      '\nendstream',
    )
  }
  const table = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const start = length
  const count = offsets.length
  write(`xref\n0 ${count}\n0000000000 65535 f \n${table.join('')}`)
  write(`trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`)
  return new Blob(parts, { type: 'application/pdf' })
}

/** The sheet as large as it fits on an A4 page, in its middle. The page lies across for a sheet that is wider than high. */
function fitOnA4({ width, height }: Size): { box: Size; drawing: string } {
  const box = width > height ? { width: LONG, height: SHORT } : { width: SHORT, height: LONG }
  const scale = Math.min(box.width / width, box.height / height)
  const [wide, high] = [width * scale, height * scale]
  const [left, bottom] = [(box.width - wide) / 2, (box.height - high) / 2]
  const numbers = [wide, 0, 0, high, left, bottom].map((number) => number.toFixed(2))
  return { box, drawing: `q ${numbers.join(' ')} cm /Page Do Q` }
}
