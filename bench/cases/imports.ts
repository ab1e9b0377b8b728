import { setTimeout as pause } from 'node:timers/promises'
import { everythingPath } from '#contract/downloads.ts'
import { IMPORT_ROWS_MAX } from '#contract/imports.ts'
import { inventImportRows, inventPastRows } from '../../fixtures/largeCharity.ts'
import { type Settings, timed, watchOthers, withElimu } from '../elimu.ts'
import { bounded, figure, type Measurement, waiting } from '../figures.ts'

const ROWS = 5_000
/** Enough rounds for a thousand requests of other users. */
const ROUNDS = 5
/** Between the rounds, other users' requests are measured without an import. */
const QUIET_MS = 2_000
/** The time between two saves of other users. */
const SAVE_EVERY_MS = 100

/** Imports 5,000 students into a register of 10,000, and measures the delay for other users. */
export const imports = (settings: Settings): Promise<Measurement[]> =>
  withElimu(settings, async (elimu) => {
    const namesIn = async (path: string, field: 'school' | 'name') => {
      const { data } = (await (await elimu.get(path)).json()) as { data: Record<string, string>[] }
      return data.map((row) => row[field] ?? '')
    }
    const schools = await namesIn('/api/schools', 'school')
    const rows = inventImportRows(ROWS, schools, await namesIn('/api/getliaison', 'name'))
    const post = async (path: string, body: object, key: string) =>
      (await elimu.post(`/api/imports${path}`, body, { 'idempotency-key': key })).text()
    // The first calls load code and open the connections to PostgreSQL, so they are not measured.
    const warming = watchOthers(elimu)
    await post('', { kind: 'students', rows, check: true }, 'first')
    await warming.end()

    // The slowest of each, and all requests of others.
    const took = { quiet: 0, check: 0, save: 0, undo: 0 }
    const others: Record<keyof typeof took, number[]> = { quiet: [], check: [], save: [], undo: [] }
    const saves: typeof others = { quiet: [], check: [], save: [], undo: [] }
    let clusters = 0
    const addCluster = () => elimu.post('/api/clusters', { cluster_name: `Saved beside ${clusters++}` })
    const measure = async (what: keyof typeof took, work: () => Promise<unknown>): Promise<void> => {
      const watching = watchOthers(elimu)
      const saving = watchOthers(elimu, addCluster, SAVE_EVERY_MS)
      took[what] = Math.max(took[what], await timed(work))
      others[what].push(...(await watching.end()))
      saves[what].push(...(await saving.end()))
    }
    for (let round = 1; round <= ROUNDS; round++) {
      await measure('quiet', () => pause(QUIET_MS))
      await measure('check', () => post('', { kind: 'students', rows, check: true }, `check-${round}`))
      await measure('save', () =>
        post('', { kind: 'students', rows, file: 'register.xlsx' }, `save-${round}`),
      )
      await measure('undo', () => post(`/${round}/undo`, {}, `undo-${round}`))
    }
    const similar = await timed(() => elimu.get('/api/students/similar?name=Grace+Njeri&dob=2009-03-12'))
    const duplicates = await timed(() => elimu.get('/api/students/duplicates'))
    return [
      bounded('checking 5,000 rows', took.check, 2000, 'ms'),
      bounded('importing 5,000 rows', took.save, 5000, 'ms'),
      bounded('undoing them', took.undo, 5000, 'ms'),
      waiting('others’ pages without an import', others.quiet),
      waiting('others’ pages during a check', others.check, 50),
      waiting('others’ pages during an import', others.save, 50),
      waiting('others’ pages during an undo', others.undo, 50),
      waiting('others’ saves during an import', saves.save, 1_000),
      waiting('others’ saves during an undo', saves.undo, 1_000),
      figure('who may be the same child, of 10,000', similar, 'ms'),
      figure('possible duplicates of 10,000', duplicates, 'ms'),
    ]
  })

const PAST_STUDENTS = 1_000
const PAST_ROWS = 30_000

/** Imports ten years of report cards, in parts as the page sends them. */
export const pastImports = (settings: Settings): Promise<Measurement[]> =>
  withElimu(settings, async (elimu) => {
    const { data } = (await (await elimu.get('/api/students?query=list')).json()) as {
      data: { ref: string; name: string }[]
    }
    const thisYear = new Date().getFullYear()
    for (let year = thisYear - 10; year < thisYear; year++)
      await elimu.post('/api/years', { year_name: String(year) })
    const rows = inventPastRows(data.slice(0, PAST_STUDENTS), thisYear)
    const took = { check: 0, save: 0, download: 0, undo: 0 }
    const others: Record<keyof typeof took, number[]> = { check: [], save: [], download: [], undo: [] }
    const measure = async (what: keyof typeof took, work: () => Promise<Response>) => {
      const watching = watchOthers(elimu)
      took[what] += await timed(async () => (await work()).arrayBuffer())
      others[what].push(...(await watching.end()))
    }
    const send = (what: keyof typeof took, path: string, body: object, key: string) =>
      measure(what, () => elimu.post(`/api/imports${path}`, body, { 'idempotency-key': key }))
    const parts = Array.from({ length: PAST_ROWS / IMPORT_ROWS_MAX }, (_, part) =>
      rows.slice(part * IMPORT_ROWS_MAX, (part + 1) * IMPORT_ROWS_MAX),
    )
    for (const [part, some] of parts.entries())
      await send('check', '', { kind: 'results', rows: some, check: true }, `check-${part}`)
    for (const [part, some] of parts.entries())
      await send('save', '', { kind: 'results', rows: some }, `save-${part}`)
    await measure('download', () => elimu.get(everythingPath))
    for (const part of parts.keys()) await send('undo', `/${part + 1}/undo`, {}, `undo-${part}`)
    return [
      bounded('checking 30,000 past report cards', took.check, 5_000, 'ms'),
      bounded('importing them', took.save, 15_000, 'ms'),
      bounded('everything as spreadsheets, with 10,000 students', took.download, 10_000, 'ms'),
      figure('undoing the imports', took.undo, 'ms'),
      waiting('others’ pages during the checks', others.check, 50),
      waiting('others’ pages during the imports', others.save, 50),
      waiting('others’ pages during the download', others.download, 50),
      waiting('others’ pages during the undo', others.undo, 50),
    ]
  })
