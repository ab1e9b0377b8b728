import { describe, expect, test } from 'vitest'
import { acceptOf, type FileKind, fileProblem, fileSize } from './fileKind.ts'

const images: FileKind = {
  types: { 'image/jpeg': ['.jpg', '.jpeg'], 'image/png': ['.png'] },
  refusal: 'Only Images Allowed',
  maxMegabytes: 10,
}
const TEN_MB = 10 * 1024 * 1024

describe('a dropped file', () => {
  test.each([
    ['faith.jpg', 'image/jpeg'],
    ['FAITH.JPEG', 'image/jpeg'],
    ['faith.png', ''],
    ['faith.png', 'application/octet-stream'],
  ])('%s of type "%s" is taken', (name, type) => {
    expect(fileProblem({ name, type, size: 1 }, images)).toBeUndefined()
  })

  test.each([
    ['report.pdf', 'application/pdf'],
    ['faith.jpg', 'application/pdf'],
    ['faith.jpg.exe', ''],
    ['faith', 'image/jpeg'],
    ['jpg', ''],
  ])('%s of type "%s" is refused', (name, type) => {
    expect(fileProblem({ name, type, size: 1 }, images)).toBe('Only Images Allowed')
  })

  test('may be as large as the limit and no larger', () => {
    const file = { name: 'faith.jpg', type: 'image/jpeg' }
    expect(fileProblem({ ...file, size: TEN_MB }, images)).toBeUndefined()
    expect(fileProblem({ ...file, size: TEN_MB + 1 }, images)).toBe('The file may not be larger than 10 MB')
  })
})

test('the picker is told types and endings', () => {
  expect(acceptOf(images)).toBe('image/jpeg,image/png,.jpg,.jpeg,.png')
})

test.each([
  [0, '1 KB'],
  [655_360, '640 KB'],
  [TEN_MB, '10.0 MB'],
])('%i bytes read as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})
