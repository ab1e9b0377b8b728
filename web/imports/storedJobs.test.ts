import { expect, test } from 'vitest'
import { noAnswers } from './sheet/Answers.ts'
import { changedParts, type ImportJob, jobsIn, storageOf } from './storedJobs.ts'

const job = (name: string, header = 0) => {
  const sheet = { name: 'Pupils', rows: [['Name'], ['Ruth']] }
  return {
    id: name,
    file: new File([], name),
    sheets: [sheet],
    sheet,
    answers: { ...noAnswers, header },
  } as ImportJob
}

test('a sheet is stored once, and its answers at each change', () => {
  const students = job('pupils.xlsx')
  const begun = changedParts(7, { students }, {})
  expect(jobsIn(7, begun.written)).toEqual({ students })
  expect(jobsIn(8, begun.written)).toEqual({})
  const answered = changedParts(7, { students: { ...students } }, { students })
  expect(answered.written.map(([key]) => key)).toEqual(['7 students answers'])
})

test('a change during a write is compared with what is being written', async () => {
  const writes: ReturnType<typeof changedParts>[] = []
  const endings: ((error?: Error) => void)[] = []
  const { store } = storageOf(7, (parts) => {
    writes.push(parts)
    return new Promise((resolve, reject) => endings.push((error) => (error ? reject(error) : resolve())))
  })
  const students = job('pupils.xlsx')
  const [first, second] = [store({ students }), store({ students: { ...students } })]
  const third = store({})
  expect(writes.map(({ written, gone }) => [written.map(([key]) => key), gone])).toEqual([
    [['7 students file', '7 students answers'], []],
    [['7 students answers'], []],
    [[], ['7 students file', '7 students answers']],
  ])
  for (const end of endings) end()
  expect(await Promise.all([first, second, third])).toEqual([undefined, undefined, undefined])
  const full = store({ students })
  endings.at(-1)?.(new DOMException('', 'QuotaExceededError'))
  expect(await full).toBe('full')
  void store({ students: { ...students } })
  expect(writes.at(-1)?.written.map(([key]) => key)).toEqual(['7 students file', '7 students answers'])
})

test('storing or ending an import does not touch an import of another tab', () => {
  const schools = job('schools.xlsx')
  const begun = changedParts(7, { schools }, {})
  expect(begun.written.map(([key]) => key)).toEqual(['7 schools file', '7 schools answers'])
  expect(begun.gone).toEqual([])
  const ended = changedParts(7, { schools: undefined }, { schools })
  expect(ended).toEqual({ written: [], gone: ['7 schools file', '7 schools answers'] })
})

test('the file of one tab is not read with the answers of another', () => {
  const [mine, theirs] = [job('mine.xlsx'), job('theirs.xlsx')]
  const written = changedParts(7, { students: mine }, {}).written
  const replaced = changedParts(7, { students: theirs }, {}).written
  expect(jobsIn(7, [...written, ...replaced])).toEqual({ students: theirs })
  const answered = changedParts(7, { students: job('mine.xlsx', 2) }, { students: mine }).written
  expect(jobsIn(7, [...written, ...replaced, ...answered])).toEqual({})
})
