import { launchElimu } from '../launch.ts'
import { residentMb, restingMb } from '../memory.ts'
import { bounded, type Measurement } from '../printTable.ts'
import { SMALL, withStudents } from '../prepareStudents.ts'
import { changingHeaders } from '../signedIn.ts'

const MEGABYTE = 1024 * 1024
const FILES = 15
const FILE_MB = 20
const LOOK_EVERY_MS = 50

/** The memory that 300 MB of uploaded certificates take. The first upload loads code, so it is not measured. */
export const uploads = (): Promise<Measurement[]> =>
  withStudents(SMALL, async ({ dataDir }) => {
    const elimu = await launchElimu({ DATA_DIR: dataDir })
    try {
      const headers = await changingHeaders(elimu.url)
      const send = async (student: number) => {
        const form = new FormData()
        form.append('cert', new File([certificate], 'kcpe.pdf', { type: 'application/pdf' }))
        const url = `${elimu.url}/api/students/${student}?_method=PATCH&query=list`
        const answer = await fetch(url, { method: 'POST', headers, body: form })
        if (!answer.ok) throw new Error(`an upload was answered ${answer.status} ${await answer.text()}`)
      }
      await send(ACTIVE[0])
      const before = await restingMb(elimu.pid)

      let most = before
      const looking = setInterval(() => (most = Math.max(most, residentMb(elimu.pid))), LOOK_EVERY_MS)
      await Promise.all(
        ACTIVE.map(async (student) => {
          for (let file = 0; file < FILES / ACTIVE.length; file++) await send(student)
        }),
      )
      clearInterval(looking)
      return [bounded(`more memory during ${FILES * FILE_MB} MB of uploads`, most - before, 60, 'MB')]
    } finally {
      await elimu.stop()
    }
  })

/** Active students of the generated register, one for each upload at the same time. */
const ACTIVE = [2, 3, 4] as const

const certificate = Buffer.alloc(FILE_MB * MEGABYTE - 1024, ' ')
certificate.write('%PDF-1.4\n')
certificate.write('\n%%EOF\n', certificate.length - 8)
