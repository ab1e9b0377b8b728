import { expect, test } from 'vitest'
import { createMatcher } from './matchFiles.ts'

const match = createMatcher([
  { id: 1, ref: 'EL-0413', name: 'Ruth Nekesa Wafula', files: [] },
  { id: 2, ref: 'EL-0398', name: 'Kiprono Cheruiyot', files: ['cheruiyot.jpg'] },
  { id: 3, ref: 'EL-0415', name: 'Esther Mumbua Kilonzo', files: ['photos\\Esther (new).JPG', ''] },
  { id: 4, ref: 'EL-0420', name: 'Kevin Otieno', files: [] },
  { id: 5, ref: 'EL-0421', name: 'Otieno Kevin', files: ['twins.jpg'] },
  { id: 6, ref: 'EL-0422', name: 'Wanjirũ Ng’ang’a', files: ['twins.jpg'] },
  { id: 7, ref: 'EL-10413', name: 'Zawadi Njeri', files: ['kevin otieno.jpg', 'scan 17'] },
])

test.each<[string, number[]]>([
  ['EL-0413.jpg', [1]],
  ['el-0413.JPEG', [1]],
  ['EL 413.png', [1]],
  ['EL0413_photo.tiff', [1]],
  ['EL-0415 kcpe.pdf', [3]],
  ['kcpe EL-0415 (2).pdf', [3]],
  ['EL-10413.jpg', [7]],
])('%s goes by its ref', (name, ids) => expect(match(name)).toEqual(ids))

test.each<[string, number[]]>([
  ['cheruiyot.jpg', [2]],
  ['Cheruiyot.JPG', [2]],
  ['cheruiyot.pdf', [2]],
  ['Esther (new).jpg', [3]],
  ['scan 17.pdf', [7]],
  // The file name in the sheet takes precedence over a full name that two students share.
  ['kevin otieno.jpg', [7]],
])('%s goes by the name in the sheet', (name, ids) => expect(match(name)).toEqual(ids))

test.each<[string, number[]]>([
  ['Ruth Nekesa Wafula.jpg', [1]],
  ['wafula_ruth-nekesa.jpg', [1]],
  ['WAFULA, Ruth Nekesa (1).jpg', [1]],
  ['Esther Mumbua Kilonzo KCPE certificate.pdf', [3]],
  ['wanjiru nganga.jpg', []],
  ["Wanjiru Ng'ang'a.jpg", [6]],
])('%s goes by the full name', (name, ids) => expect(match(name)).toEqual(ids))

test.each<[string, number[]]>([
  ['kevin otieno.pdf', [7]],
  ['Kevin Otieno kcpe.pdf', [4, 5]],
  ['twins.jpg', [5, 6]],
  ['EL-0413 and EL-0415.jpg', [1, 3]],
])('%s matches two students', (name, ids) => expect(match(name)).toEqual(ids))

test.each([
  'IMG_2231.jpg',
  'EL-0999 Ruth Nekesa Wafula.jpg',
  'EL-041.jpg',
  'Ruth.jpg',
  'kcpe.pdf',
  '.jpg',
  'MODEL-0413.jpg',
])('%s matches no student', (name) => expect(match(name)).toEqual([]))

test('finds among 5,000 students in time', () => {
  const many = createMatcher(
    Array.from({ length: 5_000 }, (_, index) => ({
      id: index,
      ref: `EL-${String(index).padStart(4, '0')}`,
      name: `Child Number ${index}`,
      files: [`c${index}.jpg`],
    })),
  )
  const began = performance.now()
  for (let index = 0; index < 1_000; index++) expect(many(`c${index}.jpg`)).toEqual([index])
  expect(performance.now() - began).toBeLessThan(1_000)
})
