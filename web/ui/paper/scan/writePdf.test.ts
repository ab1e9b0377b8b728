import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { writePdf } from './writePdf.ts'

async function sheetOf(width: number, height: number) {
  const jpeg = await sharp({ create: { width, height, channels: 3, background: 'white' } })
    .jpeg()
    .toBuffer()
  return { width, height, jpeg: new Blob([new Uint8Array(jpeg)]) }
}

test('a PDF has one A4 page for each sheet, upright or across, and says nothing about device or place', async () => {
  const pdf = writePdf([await sheetOf(210, 297), await sheetOf(297, 210), await sheetOf(80, 190)])
  expect(pdf.type).toBe('application/pdf')
  const bytes = new Uint8Array(await pdf.arrayBuffer())
  const text = new TextDecoder('latin1').decode(bytes)
  expect(text).toMatch(/^%PDF-1\.4\n/)
  expect(text).not.toMatch(/\/(Info|Metadata|CreationDate|Producer)|Exif|GPS/)

  const loading = getDocument({ data: bytes })
  const document = await loading.promise
  const sizes = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    sizes.push([Math.round(width), Math.round(height)])
    expect((await page.getOperatorList()).fnArray.length).toBeGreaterThan(0)
  }
  expect(sizes).toEqual([
    [595, 842],
    [842, 595],
    [595, 842],
  ])
  await loading.destroy()
})
