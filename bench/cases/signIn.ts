import type autocannon from 'autocannon'
import { hashPassword, isPassword } from '../../server/auth/password.ts'
import { CONNECTIONS, drive, type Load, median, type Pace } from '../drive.ts'
import { launchElimu } from '../launch.ts'
import { type BenchData, emailOf, PASSWORD } from '../prepareData.ts'
import { shareOfFloor, type Measurement } from '../printTable.ts'
import { signedOutHeaders } from '../signedIn.ts'

const SECONDS = 4
const ROUNDS = 3

/** Signing in, compared with only checking the password: the hash is slow on purpose, the rest must not be. */
export async function signIn({ dataDir }: BenchData): Promise<Measurement[]> {
  const elimu = await launchElimu({ DATA_DIR: dataDir })
  try {
    let account = 0
    const headers = { ...(await signedOutHeaders(elimu.url)), 'content-type': 'application/json' }
    // Another account each time: ten people sign in at once, not one person ten times.
    const setupRequest = (request: autocannon.Request) => ({
      ...request,
      body: JSON.stringify({ email: emailOf(account++), password: PASSWORD }),
    })
    const load: Load = {
      url: `${elimu.url}/api/login`,
      headers,
      requests: [{ method: 'POST', path: '/api/login', setupRequest }],
    }

    await drive(load, 2)
    const paces: Pace[] = []
    const bare: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      paces.push(await drive(load, SECONDS))
      bare.push(await checkPasswords())
    }
    const perSecond = median(paces.map((pace) => pace.perSecond))
    const middle = paces.find((pace) => pace.perSecond === perSecond)
    return middle ? [shareOfFloor('sign-in beside bare argon2id', middle, median(bare), 90)] : []
  } finally {
    await elimu.stop()
  }
}

/** How many passwords a second the machine checks, with as many at once as there are connections. */
async function checkPasswords(): Promise<number> {
  const hash = await hashPassword(PASSWORD)
  const began = performance.now()
  const end = began + SECONDS * 1000
  let checked = 0
  async function checkUntilEnd(): Promise<void> {
    while (performance.now() < end) {
      await isPassword(PASSWORD, hash)
      checked++
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, checkUntilEnd))
  return checked / ((performance.now() - began) / 1000)
}
