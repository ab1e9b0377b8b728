import { expect, it } from 'vitest'
import { likelySheet } from './importJob.ts'
import type { Sheet } from './sheet/Spreadsheet.ts'

const sheet = (name: string, more: Partial<Sheet> = {}): Sheet => ({
  name,
  rows: [['Name'], ['Ruth']],
  ...more,
})
const likely = (...sheets: Sheet[]) => likelySheet(sheets)?.name

it.for(['READ ME', 'Readme', 'Notes', 'Instructions', 'How to use'])(
  'takes no sheet called %s before another',
  (name) => {
    expect(likely(sheet(name), sheet('Pupils'))).toBe('Pupils')
    expect(likely(sheet(name), sheet('Empty', { rows: [[], [null]] }))).toBe(name)
    expect(likely(sheet(name))).toBe(name)
  },
)

it('takes the first sheet that has rows and may be imported', () => {
  expect(
    likely(sheet('Empty', { rows: [] }), sheet('Long', { refusal: 'x' }), sheet('Form 1'), sheet('Form 2')),
  ).toBe('Form 1')
  expect(likely(sheet('Long', { refusal: 'x' }))).toBe('Long')
  expect(likely(sheet('Notes on pupils'), sheet('Pupils'))).toBe('Notes on pupils')
})
