import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { LARGE, type RecordYears, SMALL } from '../../fixtures/largeCharity.ts'
import { type Settings, timed, USERS_PAGE, withElimu } from '../elimu.ts'
import { compareWithFloor, bounded, median, type Measurement } from '../figures.ts'

const TRIES = 15
const SIZE = 25
const page = (number: number, more = '') => `/api/students?query=list&page=${number}&size=${SIZE}${more}`

/** List pages as a signed-in user asks for them, compared with the floor. */
export const usersPage = (settings: Settings): Promise<Measurement[]> =>
  compareWithFloor('users page of 25', settings, USERS_PAGE)

/** The first page of the register, with liaison officer, supporter and the total. */
export const studentsPage = (settings: Settings): Promise<Measurement[]> =>
  compareWithFloor('students page of 25 of 10,000', settings, page(1))

/** Pages of a large register, one at a time. */
export const studentsFarPages = (settings: Settings): Promise<Measurement[]> =>
  timePages(settings, {
    'first page of 100,000': page(1),
    'middle page of 100,000': page(LARGE / SIZE / 2),
    'last page of 100,000': page(LARGE / SIZE),
    'last page of 100,000 by status': page(LARGE / SIZE, '&sort=-status'),
  })

/** Searches in a large register: by name and by another order, with few, many or no results. */
export const studentsSearch = (settings: Settings): Promise<Measurement[]> =>
  timePages(
    settings,
    {
      'search in 100,000: nothing found': page(1, '&search=xyz'),
      'search in 100,000: a few found': page(1, '&search=njeri+123'),
      'search in 100,000: most found': page(1, '&search=a'),
      'search in 100,000: a few found, by liaison officer': page(1, '&search=njeri+123&sort=liaison'),
      'search in 100,000: a few found by a liaison officer’s name': page(1, '&search=baraka+mutiso'),
    },
    30,
  )

/** What the nav bar asks for: the search of everything, and My work; and the profile that a result opens. */
export const navBar = (settings: Settings): Promise<Measurement[]> =>
  timePages(
    settings,
    {
      'search of everything: nothing found': '/api/search?words=xyz',
      'search of everything: a few found': '/api/search?words=njeri+123',
      'search of everything: most found': '/api/search?words=a',
      'search of everything: an action': '/api/search?words=add+receipt+njeri&subject=njeri',
      'search of everything: similar names': '/api/search?words=njery+ochienk',
      'the count of My work': '/api/notifications/work',
      'a student’s profile': '/api/students/5000?query=profile',
    },
    50,
  )

const activities = (number: number, more = '') =>
  `/api/students?query=activities&of=receipt&page=${number}&size=${SIZE}${more}`

/** Finance with the states of its terms, whom its filter finds, and their number. */
export const activitiesPages = (settings: Settings): Promise<Measurement[]> =>
  timePages(
    settings,
    {
      'first page of Finance of 10,000': activities(1),
      'last page of Finance of 10,000': activities(SMALL / SIZE),
      'students who lack a receipt of 10,000': activities(1, '&only=lacking'),
      'students with a receipt to verify of 10,000': activities(1, '&only=waiting'),
      'counts of both': '/api/students?query=terms&of=receipt',
    },
    50,
  )

/** Funding with the totals of all students, of a year with records and of the next one. */
export const fundingPages = (
  settings: Settings,
  { latestYear, emptyYears }: RecordYears,
): Promise<Measurement[]> =>
  timePages(
    settings,
    {
      'Funding of 10,000 students': `/api/funding?year=${latestYear}&size=${SIZE}`,
      'Funding of one term': `/api/funding?year=${latestYear}&term=1&size=${SIZE}`,
      'Funding of the coming year': `/api/funding?year=${emptyYears[0]}&size=${SIZE}`,
      'Funding, not covered, by amount': `/api/funding?year=${latestYear}&filter=not_covered&sort=-to_find&size=${SIZE}`,
    },
    150,
  )

/** From the request to the last byte. */
const timePages = (settings: Settings, pages: Record<string, string>, most = 20): Promise<Measurement[]> =>
  withElimu(settings, async (elimu) => {
    const measurements: Measurement[] = []
    for (const [name, path] of Object.entries(pages)) {
      const times: number[] = []
      for (let tries = -2; tries < TRIES; tries++) {
        const ms = await timed(async () => (await elimu.get(path)).arrayBuffer())
        if (tries >= 0) times.push(ms)
      }
      measurements.push(bounded(name, median(times), most, 'ms'))
    }
    return measurements
  })

/** All 10,000 rows at once, as the browser asks for them: how long, how many bytes, and again when nothing changed. */
export const studentsWhole = (settings: Settings): Promise<Measurement[]> =>
  withElimu(settings, async (elimu) => {
    const url = `${elimu.url}/api/students?query=list&whole=${SMALL}`
    const headers = { ...elimu.headers, 'accept-encoding': 'br' }
    let answer = await ask(url, headers)
    const times: number[] = []
    for (let tries = 0; tries < TRIES; tries++)
      times.push(await timed(async () => (answer = await ask(url, headers))))
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
  })

/** Not by `fetch`, which would decompress the bytes that are to be counted. */
function ask(url: string, headers: Record<string, string>) {
  return new Promise<{ status: number; bytes: Buffer; etag: string }>((resolve, reject) => {
    get(url, { headers }, (answer) => {
      buffer(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 0, bytes, etag: answer.headers.etag ?? '' }),
        reject,
      )
    }).on('error', reject)
  })
}
