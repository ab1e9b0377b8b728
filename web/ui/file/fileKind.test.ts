import { describe, expect, test } from 'vitest'
import { imageFile, mediaFile, pdfFile } from '#contract/files.ts'
import { acceptOf, fileProblem, fileSize } from './fileKind.ts'

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

  test('may be as large as the limit and no larger', () => {
    const file = { name: 'faith.jpg', type: 'image/jpeg' }
    expect(fileProblem({ ...file, size: TEN_MB }, imageFile)).toBeUndefined()
    expect(fileProblem({ ...file, size: TEN_MB + 1 }, imageFile)).toBe(
      'The file may not be larger than 10 MB',
    )
  })
})

test('the picker is told types and endings, and offers fewer images than are taken', () => {
  expect(acceptOf(pdfFile)).toBe('application/pdf,.pdf')
  expect(acceptOf(imageFile)).toBe('image/jpeg,image/png,.jpg,.jpeg,.png')
})

test.each([
  [0, '1 KB'],
  [655_360, '640 KB'],
  [TEN_MB, '10.0 MB'],
])('%i bytes read as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})
