import { expect, test } from 'vitest'
import {
  canUseForAll,
  mediaRows,
  newRow,
  STILL_PREPARING,
  usedForAll,
  watchedRows,
  withFiles,
} from './mediaRows.ts'

const file = new File(['x'], 'faith.jpg')
const row = (title = '', description = '') => ({ file, title, description })

test('the first title and description are offered for empty rows, and replace no others', () => {
  const rows = [row('Sports day', 'At school'), row(), row('Prize', '')]
  expect(canUseForAll(rows)).toBe(true)
  const all = usedForAll(rows)
  expect(all.map(({ title, description }) => [title, description])).toEqual([
    ['Sports day', 'At school'],
    ['Sports day', 'At school'],
    ['Prize', 'At school'],
  ])
  expect(canUseForAll(all)).toBe(false)
})

test('nothing is offered for one file, or without a title and description', () => {
  expect(canUseForAll([])).toBe(false)
  expect(canUseForAll([row('Sports day')])).toBe(false)
  expect(canUseForAll([row(), row('Prize')])).toBe(false)
})

test('text typed before a file was chosen goes to the first file', () => {
  const typed = { ...newRow(), title: 'Sports day' }
  const chosen = withFiles([typed], [file, file])
  expect(chosen).toEqual([row('Sports day'), row()])
  expect(withFiles(chosen, [file])).toEqual([...chosen, row()])
  expect(withFiles([typed], [])).toEqual([typed])
})

test('each row shows the messages of the server', () => {
  const messages = (media: unknown[]) =>
    mediaRows.safeParse({ media }).error?.issues.map(({ path, message }) => [path.join('.'), message])
  expect(messages([newRow()])).toEqual([
    ['media.0.title', 'Media Title cannot be empty'],
    ['media.0.description', 'Media Description cannot be empty'],
    ['media.0.file', 'Please Select Media for Upload'],
  ])
  expect(messages([row('Prize', 'Of the school'), row(' ', '')])).toEqual([
    ['media.1.title', 'Media Title cannot be empty'],
    ['media.1.description', 'Media Description cannot be empty'],
  ])
})

test('nothing is added while chosen files are still being prepared', () => {
  const { schema, tellPreparing } = watchedRows()
  tellPreparing(true)
  const media = [row('Sports day', 'At school')]
  expect(
    schema.safeParse({ media }).error?.issues.map(({ path, message }) => [path.join('.'), message]),
  ).toEqual([['media', STILL_PREPARING]])
  tellPreparing(false)
  expect(schema.safeParse({ media }).success).toBe(true)
})
