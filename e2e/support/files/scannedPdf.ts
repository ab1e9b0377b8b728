const IMAGE = 80

/**
 * A PDF as an office scanner makes it: only a picture on each page, compressed as by fax machines (CCITT G4), black
 * from edge to edge. Each bit of 1 stands for a line that is like the line before it.
 */
export function scannedPdf(pages = 1): Buffer {
  const lines = '\u00ff'.repeat(IMAGE / 8)
  const kids = Array.from({ length: pages }, (_, page) => `${page + 5} 0 R`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
    stream('q 200 0 0 200 0 0 cm /Scan Do Q', ''),
    stream(
      lines,
      `/Type /XObject /Subtype /Image /Width ${IMAGE} /Height ${IMAGE} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${IMAGE} /Rows ${IMAGE} /BlackIs1 true >>`,
    ),
    ...kids.map(
      () =>
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 3 0 R /Resources << /XObject << /Scan 4 0 R >> >> >>',
    ),
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
  return Buffer.from(`%PDF-1.4\n${body.join('')}trailer\n<< /Root 1 0 R >>\n%%EOF\n`, 'latin1')
}

const stream = (content: string, more: string) =>
  `<< /Length ${content.length} ${more} >>\nstream\n${content}\nendstream`
