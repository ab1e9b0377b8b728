/** A line of text on an A4 page, from its upper left corner in points. */
export type PdfLine = { text: string; x: number; y: number; size: number; isBold?: boolean }

const A4 = { width: 595, height: 842 }

/** A page of lines and a frame around them: all that a certificate of the sample charity needs. */
export function drawPdf(lines: PdfLine[]): Buffer {
  const frame = `1.5 w 0.06 0.35 0.36 RG 36 36 ${A4.width - 72} ${A4.height - 72} re S`
  const content = [frame, ...lines.map(drawLine)].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${A4.width} ${A4.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    fontNamed('Helvetica'),
    fontNamed('Helvetica-Bold'),
  ]
  return assemble(objects)
}

const fontNamed = (name: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

function drawLine({ text, x, y, size, isBold = false }: PdfLine): string {
  const escaped = text.replaceAll('’', "'").replace(/[\\()]/g, String.raw`\$&`)
  return `BT /${isBold ? 'F2' : 'F1'} ${size} Tf ${x} ${A4.height - y} Td (${escaped}) Tj ET`
}

/** The objects in order, and the table that says where each of them begins. */
function assemble(objects: string[]): Buffer {
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = Buffer.byteLength(file, 'latin1')
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const start = Buffer.byteLength(file, 'latin1')
  const size = objects.length + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
