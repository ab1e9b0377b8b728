import type autocannon from 'autocannon'
import { emailOf } from '../../fixtures/largeCharity.ts'
import { PASSWORD } from '../../server/testing/data/users.ts'
import { hashPassword, isPassword } from '../../server/identity/passwords/password.ts'
import { restingMb, type Settings, signedOutHeaders, USERS_PAGE, withElimu, withMemory } from '../elimu.ts'
import {
  bounded,
  compareRates,
  CONNECTIONS,
  drive,
  figure,
  type Load,
  median,
  type Measurement,
} from '../figures.ts'

const MEGABYTE = 1024 * 1024

/** From the process to its greeting, with nothing left to build or migrate. */
export async function startUp(settings: Settings): Promise<Measurement[]> {
  const times: number[] = []
  for (let start = 0; start < 5; start++)
    times.push(await withElimu(settings, ({ startedInMs }) => Promise.resolve(startedInMs)))
  return [bounded('start-up', median(times), 2_000, 'ms')]
}

/** The memory of the idle server: freshly started, and after a rush of requests. */
export const idleMemory = (settings: Settings): Promise<Measurement[]> =>
  withElimu(settings, async (elimu) => {
    const fresh = bounded('resident, idle', await restingMb(elimu), 150, 'MB')
    await drive({ url: elimu.url + USERS_PAGE, headers: elimu.headers }, 5)
    return [fresh, figure('resident, idle after load', await restingMb(elimu), 'MB')]
  })

const SIGN_IN_SECONDS = 4

/** Signing in, compared with only checking the password: the hash is slow on purpose, the rest must not be. */
export const signIn = (settings: Settings): Promise<Measurement[]> =>
  withElimu(settings, async ({ url }) => {
    let account = 0
    const headers = { ...(await signedOutHeaders(url)), 'content-type': 'application/json' }
    // Another account each time: ten people sign in at once, not one person ten times.
    const setupRequest = (request: autocannon.Request) => ({
      ...request,
      body: JSON.stringify({ email: emailOf(account++), password: PASSWORD }),
    })
    const path = '/api/login'
    const load: Load = { url: url + path, headers, requests: [{ method: 'POST', path, setupRequest }] }
    await drive(load, 2)
    const name = 'sign-in beside bare argon2id'
    return [await compareRates(name, () => drive(load, SIGN_IN_SECONDS), checkPasswords, 90)]
  })

/** How many passwords a second the machine checks, with as many at once as there are connections. */
async function checkPasswords(): Promise<{ perSecond: number }> {
  const hash = await hashPassword(PASSWORD)
  const began = performance.now()
  let checked = 0
  async function checkUntilEnd(): Promise<void> {
    while (performance.now() < began + SIGN_IN_SECONDS * 1000) {
      await isPassword(PASSWORD, hash)
      checked++
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, checkUntilEnd))
  return { perSecond: checked / ((performance.now() - began) / 1000) }
}

/** How long one request can delay all others. */
export const eventLoop = (settings: Settings): Promise<Measurement[]> =>
  withElimu(
    settings,
    async (elimu) => {
      const load = { url: elimu.url + USERS_PAGE, headers: elimu.headers }
      await drive(load, 3)
      elimu.watchDelay()
      await drive(load, 5)
      return [bounded('longest event-loop delay under load', await elimu.longestDelay(), 20, 'ms')]
    },
    { isProbed: true },
  )

const FILES = 15
const FILE_MB = 20
/** Active students, one for each upload at the same time. */
const STUDENTS = [2, 3, 4]

/** The memory that 300 MB of uploaded certificates take. The first upload loads code, so it is not measured. */
export const uploads = (settings: Settings): Promise<Measurement[]> =>
  withElimu(settings, async (elimu) => {
    const send = async (student: number) => {
      const form = new FormData()
      form.append('cert', new File([pdfOf(FILE_MB)], 'kcpe.pdf', { type: 'application/pdf' }))
      await elimu.post(`/api/students/${student}?_method=PATCH&query=list`, form)
    }
    await send(2)
    const before = await restingMb(elimu)
    const { most } = await withMemory(
      () => elimu.pid,
      () =>
        Promise.all(
          STUDENTS.map(async (student) => {
            for (let file = 0; file < FILES / STUDENTS.length; file++) await send(student)
          }),
        ),
    )
    return [bounded(`more memory during ${FILES * FILE_MB} MB of uploads`, most - before, 60, 'MB')]
  })

/** A PDF of so many megabytes. */
export function pdfOf(megabytes: number): Buffer<ArrayBuffer> {
  const pdf = Buffer.alloc(megabytes * MEGABYTE - 1024, ' ')
  pdf.write('%PDF-1.4\n')
  pdf.write('\n%%EOF\n', pdf.length - 8)
  return pdf
}
