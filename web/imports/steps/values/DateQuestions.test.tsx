import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ImportJob } from '../../importJob.ts'
import type { Answers } from '../../sheet/Answers.ts'
import { dateKeys } from '../../sheet/ask/askDates.ts'
import type { Sheet } from '../../sheet/Spreadsheet.ts'
import { prepare } from '../../sheet/testing/register.ts'
import { DateQuestions } from './DateQuestions.tsx'

const sheet: Sheet = {
  name: 'Pupils',
  rows: [
    ['Name', 'DOB'],
    ['Ruth Wafula', { date: '2010-03-04' }],
    ['Abdi Noor', '17/09/2009'],
    ['Faith Atieno', { date: '2010-05-11' }],
  ],
}
const questions = prepare('students', sheet).asked.dates
const drawn = (answers: Answers) =>
  renderToStaticMarkup(
    <MantineProvider>
      <DateQuestions
        show="asked"
        questions={questions}
        onAnswer={() => undefined}
        job={{ answers } as ImportJob}
      />
    </MantineProvider>,
  )
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/<(?!input)[^>]*>/g, ' ')

test('a spreadsheet that may have swapped day and month leads to a warning, and no answer is preselected', () => {
  const text = drawn({})
  expect(text).toContain('Day and month may be swapped in “DOB”')
  expect(text).toContain('2 cells are dates, none after the 12th of a month; 1 is a text such as 17/09/2009.')
  expect(text).toContain('Ruth Wafula, row 2: 3 Apr 2010')
  expect(text).toContain('Ruth Wafula, row 2: 4 Mar 2010')
  expect(text.match(/<input/g)).toHaveLength(2)
  expect(text).not.toContain('checked')
  const swapped = questions.flatMap((question) => dateKeys(question).swapped ?? [])
  // An answer folds in place.
  const answered = drawn(Object.fromEntries(swapped.map((key) => [key, { means: 'yes' }])))
  expect(answered).toMatch(/4 Mar 2010 in “DOB”[^]*3 Apr 2010/)
  expect(answered).not.toContain('<input')
})
