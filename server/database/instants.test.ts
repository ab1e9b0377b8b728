import { describe, expect, it } from 'vitest'
import { beginBackup } from '../backup/backupRow.ts'
import { newKey } from '../files/fileKey.ts'
import { sweepAll } from '../files/sweep.ts'
import { linkFor } from '../testing/mail/links.ts'
import { openMailServer } from '../testing/mail/mailServer.ts'
import { lettersOf, startPostman } from '../testing/mail/postman.ts'
import { HOUR, MINUTE } from '../testing/steppedClock.ts'
import { openWithCast } from '../testing/testApp.ts'
import { until } from '../testing/until.ts'
import { cast, PASSWORD } from '../testing/data/users.ts'

const { administrator, liaison, newcomer } = cast
const YEAR = 365 * 24 * HOUR

/** The app with a clock that is ahead, until somebody sets it back. */
async function openAhead(ahead = YEAR) {
  const mail = await openMailServer()
  const test = await openWithCast({ settings: { SMTP_URL: mail.url } })
  test.clock.step(ahead)
  return { test, setBack: () => test.clock.step(-ahead) }
}

describe('after a clock that was ahead is set back', () => {
  it.for([
    [YEAR, 401],
    [10 * MINUTE, 200],
  ] as const)('by %i ms, a session is answered with %i', async ([ahead, status]) => {
    const { test, setBack } = await openAhead(ahead)
    const client = await test.signIn(liaison)
    setBack()
    expect(await client.get('/api/session')).toMatchObject({ status })
    await test.signIn(administrator)
    expect(await test.db.selectFrom('sessions').select('user_id').execute()).toHaveLength(
      status === 200 ? 2 : 1,
    )
  })

  it('a password link has expired', async () => {
    const { test, setBack } = await openAhead()
    const link = await linkFor(test, liaison.id, 'change')
    setBack()
    expect(await test.client().post(`/api/getuser/${link}`)).toMatchObject({ status: 409 })
  })

  it('a user whose attempts were used up can sign in', async () => {
    const { test, setBack } = await openAhead()
    const signIn = (password: string) => test.client().post('/api/login', { email: liaison.email, password })
    for (let tries = 0; tries < 10; tries++) await signIn('Wrong#Guess1')
    expect(await signIn(PASSWORD)).toMatchObject({ status: 429 })
    setBack()
    expect(await signIn(PASSWORD)).toMatchObject({ status: 200 })
  })

  it('a waiting letter is sent', async () => {
    const { test, setBack } = await openAhead()
    await (await test.signIn(administrator)).post(`/api/resend/${newcomer.id}`)
    setBack()
    await startPostman(test)
    await until('the letter is sent', async () => (await lettersOf(test))[0]?.state === 'sent')
    expect(await lettersOf(test)).toMatchObject([{ attempts: 1 }])
  })

  it('the key of an addition is deleted with the next addition, and a draft with the next draft', async () => {
    const { test, setBack } = await openAhead()
    const add = async (cluster_name: string) =>
      (await test.signIn(administrator)).post(
        '/api/clusters',
        { cluster_name },
        { headers: { 'idempotency-key': 'a-key' } },
      )
    const keep = async (user: typeof liaison, follows: number) =>
      (await test.signIn(user)).change('PUT', '/api/drafts/student-add', {
        values: { name: 'Zawadi' },
        follows,
      })
    expect(await add('Kisumu')).toMatchObject({ status: 200 })
    expect(await keep(liaison, 0)).toMatchObject({ status: 200 })
    setBack()
    expect(await add('Mombasa')).toMatchObject({ status: 200 })
    expect(await keep(administrator, 0)).toMatchObject({ status: 200 })
    expect(await test.db.selectFrom('drafts').select('user_id').execute()).toEqual([
      { user_id: administrator.id },
    ])
  })

  it('bytes without an owner are removed, and a backup counts as dead', async () => {
    const { test, setBack } = await openAhead()
    const since = test.clock().toISOString()
    await test.db.insertInto('unowned_bytes').values({ key: newKey(), since }).execute()
    await beginBackup(test)
    setBack()
    expect(await beginBackup(test)).toMatchObject({ id: 2 })
    await test.db.deleteFrom('backups').execute()
    expect(await sweepAll(test)).toBe(1)
  })
})
