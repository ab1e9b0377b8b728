import { brotliDecompressSync } from 'node:zlib'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { median } from '../drive.ts'
import { launchElimu } from '../launch.ts'
import { bounded, type Measurement } from '../printTable.ts'
import { SMALL, withStudents } from '../prepareStudents.ts'
import { signedInHeaders } from '../signedIn.ts'

const TRIES = 15

/** All 10,000 rows at once, as the browser asks for them: how long, how many bytes, and again when nothing changed. */
export const studentsWhole = (): Promise<Measurement[]> =>
  withStudents(SMALL, async ({ dataDir }) => {
    const elimu = await launchElimu({ DATA_DIR: dataDir })
    try {
      const url = `${elimu.url}/api/students?query=list&whole=10000`
      const headers = { ...(await signedInHeaders(elimu.url)), 'accept-encoding': 'br' }
      const times: number[] = []
      let answer = await ask(url, headers)
      for (let tries = 0; tries < TRIES; tries++) {
        const began = performance.now()
        answer = await ask(url, headers)
        times.push(performance.now() - began)
      }
      const { data } = JSON.parse(brotliDecompressSync(answer.bytes).toString()) as { data: unknown[] }
      if (data.length !== SMALL) throw new Error(`there were ${data.length} rows`)
      const again = await ask(url, { ...headers, 'if-none-match': answer.etag })
      return [
        bounded('all 10,000 students', median(times), 60, 'ms'),
        bounded('all 10,000 students on the wire', answer.bytes.length / 1024, 350, 'KB'),
        {
          name: 'all 10,000 students, nothing changed',
          elimu: String(again.status),
          target: '304',
          isMet: again.status === 304,
        },
      ]
    } finally {
      await elimu.stop()
    }
  })

/** Not by `fetch`, which would decompress the bytes that are to be counted. */
function ask(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; bytes: Buffer; etag: string }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      buffer(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 0, bytes, etag: answer.headers.etag ?? '' }),
        reject,
      )
    }).on('error', reject)
  })
}
