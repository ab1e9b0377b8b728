import { expect, test } from 'vitest'
import type { ImportJob } from './importJob.ts'
import { storageOf } from './storedJobs.ts'

const job = (id: string): ImportJob => ({
  id,
  sheets: [{ name: 'Pupils', file: id, header: 0, rows: [['Name'], ['Ruth']] }],
  dropped: [],
  at: 0,
  columns: [],
  answers: {},
  corrections: {},
  headings: {},
})

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
  parts: [`${id} chosen`],
  gone,
})
const answersOf = (kind: string) => ({ kind, parts: [], gone: [] })

test('an import that an earlier version stored is dropped', async () => {
  const calls: unknown[] = []
  const earlier: Partial<Imports> = {
    all: () => Promise.resolve([['students', { id: 'pupils.xlsx' }]] as never),
    readParts: () => Promise.resolve([undefined]),
    remove: (kind) => Promise.resolve(void calls.push({ removed: kind })),
  }
  expect(await storageOf(7, earlier as Imports).read()).toEqual({})
  expect(calls).toEqual([{ removed: 'students' }])
})

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
  void store({ students: job('theirs.xlsx') })
  expect(calls.at(-1)).toEqual(whole('students', 'theirs.xlsx', ['mine.xlsx chosen']))
})
