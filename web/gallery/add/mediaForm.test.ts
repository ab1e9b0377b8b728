import { expect, test } from 'vitest'
import { emptyMedia, type MediaValues, rowsOf, STILL_PREPARING, createMediaSchema } from './mediaForm.ts'

const file = new File(['x'], 'faith.jpg')
const row = (title = '', description = '') => ({ file, title, description })
const sports = { title: 'Sports day', description: 'At school', others: ['4', '9'] }

const { schema, countPreparing } = createMediaSchema()
const wordsOf = (values: MediaValues) =>
  schema.parse(values).media.map(({ title, description }) => [title, description])
const messages = (values: MediaValues) =>
  schema.safeParse(values).error?.issues.map(({ path, message }) => [path.join('.'), message])

test('one title and description go to every file that has none of its own', () => {
  const media = [...rowsOf([file, file]), row('Prize'), row('', 'On the stage'), row('Play', 'In the hall')]
  expect(wordsOf({ ...sports, media })).toEqual([
    ['Sports day', 'At school'],
    ['Sports day', 'At school'],
    ['Prize', 'At school'],
    ['Sports day', 'On the stage'],
    ['Play', 'In the hall'],
  ])
})

test('the other students are those of every file', () => {
  const { media } = schema.parse({ ...sports, media: [...rowsOf([file]), row('Prize')] })
  expect(media.map(({ others }) => others)).toEqual([
    [4, 9],
    [4, 9],
  ])
})

test('without files, title and description are asked for too', () => {
  expect(messages(emptyMedia)).toEqual([
    ['title', 'Media Title cannot be empty'],
    ['description', 'Media Description cannot be empty'],
    ['media', 'Please Select Media for Upload'],
  ])
})

test('the title for all may be empty if every file has its own', () => {
  expect(wordsOf({ ...emptyMedia, media: [row('Prize', 'Hers')] })).toEqual([['Prize', 'Hers']])
  expect(messages({ ...emptyMedia, media: [row('Prize', 'Hers'), row('Play')] })).toEqual([
    ['description', 'Media Description cannot be empty'],
  ])
})

test('a title that is too long is refused where it was typed', () => {
  const long = 'x'.repeat(201)
  const paths = (values: MediaValues) => messages(values)?.map(([path]) => path)
  expect(paths({ ...sports, media: [row(), row(long)] })).toEqual(['media.1.title'])
  expect(paths({ ...sports, title: long, media: [row(), row('Prize')] })).toEqual(['title'])
})

test('nothing is added while chosen files are still being prepared', () => {
  const values = { ...sports, media: rowsOf([file]) }
  countPreparing(true)
  expect(messages(values)).toEqual([['media', STILL_PREPARING]])
  countPreparing(false)
  expect(messages(values)).toBeUndefined()
})
