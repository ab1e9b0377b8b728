import { describe, expect, test } from 'vitest'
import { imageFile, mediaFile, pdfFile, refusalOfPhone } from '#contract/base/files.ts'
import { acceptOf, fileProblem, fileSize, filmProblem } from './fileKind.ts'

const TEN_MB = 10 * 1024 * 1024

describe('a dropped file', () => {
  test.each([
    ['faith.jpg', 'image/jpeg'],
    ['FAITH.JPEG', 'image/jpeg'],
    ['faith.png', ''],
    ['faith.png', 'application/octet-stream'],
  ])('%s of type "%s" is taken', (name, type) => {
    expect(fileProblem({ name, type, size: 1 }, imageFile)).toBeUndefined()
  })

  test.each([
    ['report.pdf', 'application/pdf'],
    ['faith.jpg', 'application/pdf'],
    ['faith.jpg.exe', ''],
    ['faith', 'image/jpeg'],
    ['jpg', ''],
  ])('%s of type "%s" is refused', (name, type) => {
    expect(fileProblem({ name, type, size: 1 }, imageFile)).toBe('Only Images Allowed')
  })

  test.each([
    ['visit.mp4', 'video/mp4', 300],
    ['visit.tiff', 'image/tiff', 10],
  ])('%s may have its own size among media', (name, type, megabytes) => {
    const size = megabytes * 1024 * 1024
    expect(fileProblem({ name, type, size }, mediaFile)).toBeUndefined()
    expect(fileProblem({ name, type, size: size + 1 }, mediaFile)).toBe(
      `The file may not be larger than ${megabytes} MB`,
    )
  })

  test.each([
    ['IMG_0001.HEIC', 'image/heic'],
    ['IMG_0001.heif', ''],
  ])('%s of type "%s" is refused with how to set the telephone, where pictures are taken', (name, type) => {
    const file = { name, type, size: 1 }
    const how = '. On the iPhone, choose Settings › Camera › Formats › Most Compatible, and take it again'
    expect(fileProblem(file, imageFile)).toBe(`Only Images Allowed${how}`)
    expect(fileProblem(file, mediaFile)).toBe(`Only Photos and Videos Allowed${how}`)
    expect(fileProblem(file, pdfFile)).toBe('Only PDF Allowed')
  })

  test('a film of an iPhone is accepted for a gallery, but not as a picture', () => {
    const file = { name: 'IMG_0001.MOV', type: 'video/quicktime', size: 1 }
    expect(fileProblem(file, mediaFile)).toBeUndefined()
    expect(fileProblem(file, imageFile)).toBe('Only Images Allowed')
  })

  test('may be as large as the limit, but no larger', () => {
    const file = { name: 'faith.jpg', type: 'image/jpeg' }
    expect(fileProblem({ ...file, size: TEN_MB }, imageFile)).toBeUndefined()
    expect(fileProblem({ ...file, size: TEN_MB + 1 }, imageFile)).toBe(
      'The file may not be larger than 10 MB',
    )
  })
})

/** A part of a film: its length, its name and what is in it. */
const box = (name: string, content = '') =>
  new Uint8Array([0, 0, 0, 8 + content.length, ...new TextEncoder().encode(name + content)])

test.each([
  ['IMG_0001.MOV', 'hvc1', true],
  ['IMG_0001.mov', 'avc1', false],
  ['visit.mp4', 'hvc1', false],
])('%s in %s is refused before it travels: %s', async (name, codec, isRefused) => {
  const film = new File(
    [box('ftyp', 'qt  0000'), box('mdat', 'hvc1 by chance'), box('moov', codec.padEnd(16))],
    name,
  )
  expect(await filmProblem(film, mediaFile)).toBe(isRefused ? refusalOfPhone(mediaFile) : undefined)
  // Broken films are the server's to judge.
  expect(await filmProblem(new File([new Uint8Array(64)], name), mediaFile)).toBeUndefined()
})

test('the file picker gets types and extensions, and offers fewer image types than are accepted', () => {
  expect(acceptOf(pdfFile)).toBe('application/pdf,.pdf')
  expect(acceptOf(imageFile)).toBe('image/jpeg,image/png,.jpg,.jpeg,.png')
  expect(acceptOf(mediaFile)).toBe('image/jpeg,image/png,video/mp4,.jpg,.jpeg,.png,.mp4')
})

test.each([
  [0, '1 KB'],
  [655_360, '640 KB'],
  [TEN_MB, '10.0 MB'],
])('%i bytes read as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})
