import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { UPLOADS_PATH } from '#contract/gallery.ts'
import { buildFilm } from '../../server/testing/films.ts'
import { median } from '../drive.ts'
import { launchElimu, type Running } from '../launch.ts'
import { residentMb, restingMb } from '../memory.ts'
import { withMedia } from '../prepareMedia.ts'
import { bounded, type Measurement } from '../printTable.ts'
import { changingHeaders } from '../signedIn.ts'
import { longestWait } from '../watchOthers.ts'

const MEGABYTE = 1024 * 1024
const PHOTOS = 9
const FILM_MB = 250
const PIECE = 8 * MEGABYTE
const LOOK_EVERY_MS = 50

/** Saves a photograph, in three sizes, and a long film that came in pieces; measures how long others wait. */
export const gallerySave = (): Promise<Measurement[]> =>
  withMedia(async ({ dataDir, active }) => {
    const elimu = await launchElimu({ DATA_DIR: dataDir }, ['--import', './bench/loopProbe.ts'])
    try {
      const headers = await changingHeaders(elimu.url)
      const [first = 0, ...students] = active
      const save = (student: number, fields: Record<string, string | File>) =>
        saveMedia(elimu, headers, { student_id: String(student), ...fields })
      const photo = { media: new File([await takePhoto()], 'photo.jpg', { type: 'image/jpeg' }) }
      // The first save of each kind loads the code for forms, images and pieces, so it is not measured.
      await save(first, photo)
      await sendAndSave(first, takeFilm(1))
      return [...(await timePhotos()), ...(await timeFilm())]

      async function timePhotos(): Promise<Measurement[]> {
        const times: number[] = []
        elimu.process.send('begin')
        for (const student of students.slice(0, PHOTOS)) {
          const began = performance.now()
          await save(student, photo)
          times.push(performance.now() - began)
        }
        return [
          { name: 'saving a photograph of 12 megapixels', elimu: `${Math.round(median(times))} ms` },
          bounded('longest event-loop delay meanwhile (photographs)', await longestWait(elimu), 20, 'ms'),
        ]
      }

      async function timeFilm(): Promise<Measurement[]> {
        const film = takeFilm(FILM_MB)
        const before = await restingMb(elimu.pid)
        let most = before
        const looking = setInterval(() => (most = Math.max(most, residentMb(elimu.pid))), LOOK_EVERY_MS)
        const { arrivalWait, ms, wait } = await sendAndSave(first, film)
        clearInterval(looking)
        return [
          {
            name: 'longest event-loop delay while a film arrives as fast as it can',
            elimu: `${Math.round(arrivalWait)} ms`,
          },
          { name: `finishing a film of ${FILM_MB} MB`, elimu: `${Math.round(ms)} ms` },
          bounded('longest event-loop delay meanwhile (a film’s end)', wait, 20, 'ms'),
          bounded('more memory meanwhile (film)', most - before, 60, 'MB'),
        ]
      }

      /** Answers the milliseconds from the last piece until the film is saved. */
      async function sendAndSave(student: number, film: Buffer) {
        const sha256 = createHash('sha256').update(film).digest('hex')
        elimu.process.send('begin')
        const upload = await sendFilm(elimu, headers, film)
        const arrivalWait = await longestWait(elimu)
        elimu.process.send('begin')
        const began = performance.now()
        await save(student, { upload, sha256 })
        return { arrivalWait, ms: performance.now() - began, wait: await longestWait(elimu) }
      }
    } finally {
      await elimu.stop()
    }
  })

async function saveMedia(
  { url }: Running,
  headers: Record<string, string>,
  fields: Record<string, string | File>,
): Promise<void> {
  const form = new FormData()
  const told = { title: 'Sports day', description: 'Third place in the 800 metres.' }
  for (const [field, value] of Object.entries({ ...told, ...fields })) form.append(field, value)
  const answer = await fetch(`${url}/api/gallery?query=`, { method: 'POST', headers, body: form })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`a picture or film was answered ${answer.status} ${text}`)
}

/** Uploads a film by the tus protocol; answers the id of the upload. */
async function sendFilm({ url }: Running, common: Record<string, string>, film: Buffer): Promise<string> {
  const headers = { ...common, 'tus-resumable': '1.0.0' }
  const begun = await fetch(url + UPLOADS_PATH, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(film.length) },
  })
  const address = begun.headers.get('location') ?? ''
  for (let at = 0; at < film.length; at += PIECE) {
    const sent = await fetch(new URL(address, url), {
      method: 'PATCH',
      headers: {
        ...headers,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(at),
      },
      body: Uint8Array.from(film.subarray(at, at + PIECE)),
    })
    if (!sent.ok) throw new Error(`a piece was answered ${sent.status} ${await sent.text()}`)
  }
  return address.split('/').at(-1) ?? ''
}

/** A photograph as large as a phone takes it, of about 2 MB. */
async function takePhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const grain = { width: 2000, height: 1500, channels: 3, background: '#888', noise } as const
  const photo = await sharp({ create: grain }).resize(4000, 3000).jpeg({ quality: 70 }).toBuffer()
  return Uint8Array.from(photo)
}

/** A valid mp4 file whose frames are random bytes, so that nothing could play them. */
function takeFilm(megabytes: number): Buffer {
  const chunks = Array.from({ length: megabytes }, () => [randomBytes(MEGABYTE)])
  return buildFilm({ tracks: [{ handler: 'vide', chunks }] }).bytes
}
