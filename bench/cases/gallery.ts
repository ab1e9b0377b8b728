import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { UPLOADS_PATH } from '#contract/gallery.ts'
import type { Galleries } from '../../fixtures/largeCharity.ts'
import { buildFilm } from '../../server/testing/files/films.ts'
import { type Elimu, restingMb, type Settings, timed, withElimu, withMemory } from '../elimu.ts'
import { compareWithFloor, bounded, figure, median, type Measurement } from '../figures.ts'

const MEGABYTE = 1024 * 1024
const PHOTOS = 9
const FILM_MB = 250
const PIECE = 8 * MEGABYTE

/** The call that opens a gallery, compared with the floor. */
export const gallery = (settings: Settings, { student }: Galleries): Promise<Measurement[]> =>
  compareWithFloor('a gallery of 200 among 20,000', settings, `/api/students/${student}?query=gallery`)

/** Saves a photograph, in three sizes, and a long video that came in pieces; measures how long others wait. */
export const gallerySave = (
  settings: Settings,
  { active: [first = 0, ...students] }: Galleries,
): Promise<Measurement[]> =>
  withElimu(
    settings,
    async (elimu) => {
      const photo = { media: new File([await takePhoto()], 'photo.jpg', { type: 'image/jpeg' }) }
      // The first save of each kind loads code, so it is not measured.
      await saveMedia(elimu, first, photo)
      await sendAndSave(elimu, first, takeFilm(1))

      const times: number[] = []
      elimu.watchDelay()
      for (const student of students.slice(0, PHOTOS))
        times.push(await timed(() => saveMedia(elimu, student, photo)))
      const photoDelay = await elimu.longestDelay()

      const film = takeFilm(FILM_MB)
      const before = await restingMb(elimu)
      const { result, most } = await withMemory(
        () => elimu.pid,
        () => sendAndSave(elimu, first, film),
      )
      return [
        figure('saving a photograph of 12 megapixels', median(times), 'ms'),
        bounded('longest event-loop delay meanwhile (photographs)', photoDelay, 20, 'ms'),
        figure('longest event-loop delay while a film arrives', result.arrivalDelay, 'ms'),
        figure(`finishing a film of ${FILM_MB} MB`, result.ms, 'ms'),
        bounded('longest event-loop delay meanwhile (a film’s end)', result.delay, 20, 'ms'),
        bounded('more memory meanwhile (film)', most - before, 60, 'MB'),
      ]
    },
    { isProbed: true },
  )

/** Measures from the last piece until the video is saved. */
async function sendAndSave(elimu: Elimu, student: number, film: Buffer) {
  const sha256 = createHash('sha256').update(film).digest('hex')
  elimu.watchDelay()
  const upload = await sendFilm(elimu, film)
  const arrivalDelay = await elimu.longestDelay()
  elimu.watchDelay()
  const ms = await timed(() => saveMedia(elimu, student, { upload, sha256 }))
  return { arrivalDelay, ms, delay: await elimu.longestDelay() }
}

async function saveMedia(
  { post }: Elimu,
  student: number,
  fields: Record<string, string | File>,
): Promise<void> {
  const form = new FormData()
  const typed = { student_id: String(student), title: 'Sports day', description: 'Third place.' }
  for (const [field, value] of Object.entries({ ...typed, ...fields })) form.append(field, value)
  await (await post('/api/gallery?query=', form)).text()
}

/** Uploads a video by the tus protocol; returns the id of the upload. */
async function sendFilm({ url, ...elimu }: Elimu, film: Buffer): Promise<string> {
  const headers = { ...elimu.headers, 'tus-resumable': '1.0.0' }
  const begun = await fetch(url + UPLOADS_PATH, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(film.length) },
  })
  const address = begun.headers.get('location') ?? ''
  for (let at = 0; at < film.length; at += PIECE) {
    const piece = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(at) }
    const sent = await fetch(new URL(address, url), {
      method: 'PATCH',
      headers: { ...headers, ...piece },
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
