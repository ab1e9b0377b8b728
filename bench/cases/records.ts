import { open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { MARKS, type RecordYears, SMALL } from '../../fixtures/largeCharity.ts'
import { type Settings, timed, withElimu } from '../elimu.ts'
import { compareWithFloor, bounded, figure, median, type Measurement } from '../figures.ts'
import { pdfOf } from './server.ts'

const TRIES = 15

/** The year of a student: three report cards with their marks, of a million. */
export const reportCardsYear = (settings: Settings, { latestYear }: RecordYears): Promise<Measurement[]> =>
  compareWithFloor(
    'a student’s year among 1,080,000 marks',
    settings,
    `/api/reports?query=profile&student=5000&year=${latestYear}`,
  )

/** The annual reports of 10,000 students, which must hardly delay other users. */
export const annual = (settings: Settings, { latestYear }: RecordYears): Promise<Measurement[]> =>
  withElimu(
    settings,
    async (elimu) => {
      const measurements: Measurement[] = []
      for (const [name, path] of Object.entries(annualReports)) {
        const times: number[] = []
        for (let tries = -3; tries < TRIES; tries++) {
          if (tries === 0) elimu.watchDelay()
          const ms = await timed(async () => {
            const { data } = (await (await elimu.get(path + latestYear)).json()) as { data: unknown[] }
            if (data.length !== SMALL) throw new Error(`${path} returned ${data.length} rows`)
          })
          if (tries >= 0) times.push(ms)
        }
        measurements.push(
          bounded(`annual ${name} report of 10,000 students`, median(times), 250, 'ms'),
          bounded(`longest event-loop delay meanwhile (${name})`, await elimu.longestDelay(), 20, 'ms'),
        )
      }
      return measurements
    },
    { isProbed: true },
  )

const annualReports = {
  academic: '/api/reports?query=academic-rep&year=',
  finance: '/api/finance?query=finance-rep&year=',
}

const card = pdfOf(1)

/** Saves report cards with a PDF of 1 MB; measures the disk's share: the same bytes, two commits. */
export const reportCardsSave = (settings: Settings, years: RecordYears): Promise<Measurement[]> =>
  withElimu(settings, async (elimu) => {
    const disk = openDisk(settings['DATA_DIR'] ?? '')
    const [saving, syncing]: [number[], number[]] = [[], []]
    for (const form of formsOf(years)) {
      saving.push(await timed(async () => (await elimu.post('/api/reports?query=', form)).text()))
      syncing.push(await timed(() => disk.sync()))
    }
    await disk.close()
    const [own, its] = [median(saving), median(syncing)]
    return [
      figure('saving a report card with a PDF of 1 MB', own, 'ms'),
      figure('of that the disk’s own sync', its, 'ms'),
      bounded('saving a report card, beyond the disk’s own sync', own - its, 30, 'ms'),
    ]
  })

/** A report card of three active students for every term of the empty years. */
function* formsOf({ emptyYears }: RecordYears): Generator<FormData> {
  for (const year_id of emptyYears)
    for (const term_id of [1, 2, 3])
      for (const student_id of [2, 3, 4]) {
        const form = new FormData()
        const typed = { student_id, year_id, term_id, class_id: 1, grade: 'B', mark: 61.5, ...comments }
        for (const [field, value] of Object.entries(typed)) form.append(field, String(value))
        for (let index = 0; index < MARKS; index++) {
          form.append(`marks[${index}][subject_id]`, String(index + 1))
          form.append(`marks[${index}][mark]`, String(40 + index))
          form.append(`marks[${index}][grade]`, 'C')
        }
        form.append('report', new File([card], 'report.pdf', { type: 'application/pdf' }))
        yield form
      }
}

const comments = {
  teacher_comment: 'Works hard.',
  liaison_comment: 'Likes her school.',
  action_plan: 'More mathematics.',
  psychosocial: 'Well settled.',
}

/** The minimum of any server: a commit that records the file, its bytes on the disk, and a commit with its row. */
function openDisk(folder: string) {
  const database = new DatabaseSync(join(folder, 'disk.sqlite'))
  database.exec('pragma journal_mode = wal; pragma synchronous = full; create table rows (content text)')
  const insert = database.prepare('insert into rows values (?)')
  const [part, whole] = [join(folder, 'disk.part'), join(folder, 'disk.whole')]
  return {
    async sync(): Promise<void> {
      insert.run('note')
      await writeFile(part, card)
      await flush(part)
      await rename(part, whole)
      await flush(folder)
      insert.run('x'.repeat(4096))
    },
    async close(): Promise<void> {
      database.close()
      await rm(whole)
    },
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path)
  await file.sync()
  await file.close()
}
