import { open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { median } from '../drive.ts'
import { launchElimu } from '../launch.ts'
import { MARKS, type RecordData, withRecords } from '../prepareRecords.ts'
import { bounded, type Measurement } from '../printTable.ts'
import { changingHeaders } from '../signedIn.ts'

const MEGABYTE = 1024 * 1024
/** Active students of the generated register. Each gets a report for every term of the empty years. */
const STUDENTS = [2, 3, 4]
const TERMS = [1, 2, 3]

/** Saves a report with its marks and a PDF of 1 MB; measures the disk's share: the same bytes, two commits. */
export const reportCardsSave = (): Promise<Measurement[]> =>
  withRecords(async (data) => {
    const elimu = await launchElimu({ DATA_DIR: data.dataDir })
    try {
      const headers = await changingHeaders(elimu.url)
      const disk = openDisk(data.dataDir)
      const [saving, syncing]: [number[], number[]] = [[], []]
      for (const form of formsOf(data)) {
        const began = performance.now()
        const answer = await fetch(`${elimu.url}/api/reports?query=`, {
          method: 'POST',
          headers,
          body: form,
        })
        const text = await answer.text()
        if (!answer.ok) throw new Error(`a report was answered ${answer.status} ${text}`)
        saving.push(performance.now() - began)
        syncing.push(await disk.sync())
      }
      await disk.close()
      const [own, its] = [median(saving), median(syncing)]
      return [
        { name: 'saving a report card with a PDF of 1 MB', elimu: `${Math.round(own)} ms` },
        { name: 'of that the disk’s own sync', elimu: `${Math.round(its)} ms` },
        bounded('saving a report card, beyond the disk’s own sync', own - its, 30, 'ms'),
      ]
    } finally {
      await elimu.stop()
    }
  })

function* formsOf({ emptyYears }: RecordData): Generator<FormData> {
  for (const year_id of emptyYears)
    for (const term_id of TERMS)
      for (const student_id of STUDENTS) {
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

const card = Buffer.alloc(MEGABYTE - 1024, ' ')
card.write('%PDF-1.4\n')
card.write('\n%%EOF\n', card.length - 8)

/** The minimum of any server: a commit that records the file, its bytes on the disk, and a commit with its row. */
function openDisk(folder: string) {
  const database = new DatabaseSync(join(folder, 'disk.sqlite'))
  database.exec('pragma journal_mode = wal; pragma synchronous = full; create table rows (content text)')
  const insert = database.prepare('insert into rows values (?)')
  const [part, whole] = [join(folder, 'disk.part'), join(folder, 'disk.whole')]
  return {
    async sync(): Promise<number> {
      const began = performance.now()
      insert.run('note')
      await writeFile(part, card)
      await flush(part)
      await rename(part, whole)
      await flush(folder)
      insert.run('x'.repeat(4096))
      return performance.now() - began
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
