import { expect, test } from 'vitest'
import { noAnswers } from './sheet/Answers.ts'
import { type ImportJob, storageOf } from './storedJobs.ts'

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

type Imports = NonNullable<Parameters<typeof storageOf>[1]>

/** Storage that reports its values, and ends a write only when asked to. */
function recordedStorage() {
  const calls: unknown[] = []
  const endings: ((error?: Error) => void)[] = []
  const record = (call: unknown) => {
    calls.push(call)
    return new Promise<void>((resolve, reject) =>
      endings.push((error) => (error ? reject(error) : resolve())),
    )
  }
  const imports: Partial<Imports> = {
    write: (kind, _value, { parts = {}, gone = [] } = {}) =>
      record({ kind, parts: Object.keys(parts), gone }),
    remove: (kind) => record({ removed: kind }),
  }
  const { store } = storageOf(7, imports as Imports)
  return { store, calls, endings }
}

const whole = (kind: string, id: string, gone: string[] = []) => ({
  kind,
  parts: [`${id} file`, `${id} sheets`],
  gone,
})
const answersOf = (kind: string) => ({ kind, parts: [], gone: [] })

test('a change during a write is compared with what is being written', async () => {
  const { store, calls, endings } = recordedStorage()
  const students = job('pupils.xlsx')
  const [first, second] = [store({ students }), store({ students: { ...students } })]
  const third = store({})
  expect(calls).toEqual([whole('students', 'pupils.xlsx'), answersOf('students'), { removed: 'students' }])
  for (const end of endings) end()
  expect(await Promise.all([first, second, third])).toEqual([undefined, undefined, undefined])
  const full = store({ students })
  endings.at(-1)?.(new DOMException('', 'QuotaExceededError'))
  expect(await full).toBe('full')
  void store({ students: { ...students } })
  expect(calls.at(-1)).toEqual(whole('students', 'pupils.xlsx'))
})

test('storing or ending an import does not touch an import of another kind', () => {
  const { store, calls } = recordedStorage()
  const schools = job('schools.xlsx')
  void store({ schools })
  void store({ schools: undefined })
  expect(calls).toEqual([whole('schools', 'schools.xlsx'), { removed: 'schools' }])
})

test('another file replaces the one before', () => {
  const { store, calls } = recordedStorage()
  void store({ students: job('mine.xlsx') })
  void store({ students: job('theirs.xlsx', 2) })
  expect(calls.at(-1)).toEqual(whole('students', 'theirs.xlsx', ['mine.xlsx file', 'mine.xlsx sheets']))
})
