import { describe, expect, it } from 'vitest'
import { openFileTrial, places } from '../testing/files/fileTrial.ts'
import { reportCardFormData, saveReportCard } from '../testing/data/reportCards.ts'
import { addStudents } from '../testing/data/students.ts'
import { mp4, pdf, photo } from '../testing/files/trialFiles.ts'
import { formOf } from '../testing/files/uploadTrial.ts'
import { cast } from '../testing/data/users.ts'
import { addFileRow } from '../files/storeUpload.ts'

/** Adds a film to the store, and a row for it. The tests only ask for its parts. */
async function keepFilm({ test, student_id }: Awaited<ReturnType<typeof openFileTrial>>): Promise<number> {
  const key = 'f'.repeat(50)
  const since = test.clock().toISOString()
  const stored = {
    purpose: 'picture' as const,
    type: 'video/mp4',
    name: 'film.mp4',
    key,
    medium_key: null,
    thumb_key: null,
    width: null,
    height: null,
    since,
    hashes: [{ key, sha256: 'of the film', bytes: 5000 }],
  }
  await test.db.insertInto('unowned_bytes').values({ key, since }).execute()
  await test.files.put(key, mp4(5000), 'video/mp4')
  return test.db
    .transaction()
    .execute((trx) =>
      addFileRow(
        trx,
        { ...stored, bytes: 5000, sha256: 'of the film' },
        { student_id, created_by: cast.liaison.id, created_at: since },
      ),
    )
}

describe.for(places)('a film %s', (place) => {
  it.for([
    ['bytes=0-99', 206, 0, 99],
    ['bytes=4990-', 206, 4990, 4999],
    ['bytes=4990-99999', 206, 4990, 4999],
    ['bytes=-10', 206, 4990, 4999],
    ['bytes=-99999', 206, 0, 4999],
    ['bytes=0-9,20-29', 200, 0, 4999],
    ['bytes=9-0', 200, 0, 4999],
    ['lines=1-2', 200, 0, 4999],
  ] as const)('is there in parts: %s', async ([range, status, first, last]) => {
    const trial = await openFileTrial(place)
    const url = `/api/files/${await keepFilm(trial)}`
    const part = mp4(5000).subarray(first, last + 1)
    const contentRange = status === 206 ? `bytes ${first}-${last}/5000` : undefined
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await trial.open(url, { method, headers: { range } })
      expect(answer.status).toBe(status)
      expect(answer.headers['content-length']).toBe(String(part.length))
      expect(answer.headers['content-range']).toBe(contentRange)
      expect(answer.headers['accept-ranges']).toBe('bytes')
      expect(answer.bytes).toEqual(method === 'HEAD' ? Buffer.alloc(0) : part)
    }
  })

  it('continues if it is still the same, and else begins again', async () => {
    const trial = await openFileTrial(place)
    const url = `/api/files/${await keepFilm(trial)}`
    const { headers } = await trial.open(url)
    const next = (known: unknown) =>
      trial.open(url, { headers: { range: 'bytes=4000-', 'if-range': String(known) } })
    expect(await next(headers['etag'])).toMatchObject({ status: 206, bytes: mp4(5000).subarray(4000) })
    for (const stale of ['"of an earlier film"', `W/${headers['etag']}`, headers['last-modified']])
      expect(await next(stale)).toMatchObject({ status: 200, bytes: mp4(5000) })
  })

  it.for(['bytes=5000-', 'bytes=-0'])('has no part %s', async (range) => {
    const trial = await openFileTrial(place)
    const answer = await trial.open(`/api/files/${await keepFilm(trial)}`, { headers: { range } })
    expect(answer).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */5000' } })
  })
})

describe('a file as a browser opens it', () => {
  it('is shown and may do nothing, under the name it had', async () => {
    const { keep, open } = await openFileTrial()
    const { cert } = await keep({ cert: new File([new Uint8Array(pdf())], "Wanjikũ's (2).pdf") })
    const { status, headers, bytes } = await open(`/api/files/${cert}`)
    expect({ status, bytes }).toEqual({ status: 200, bytes: pdf() })
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdf().length),
      'content-disposition': "inline; filename*=UTF-8''Wanjik%C5%A9%27s%20%282%29.pdf",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
    const download = await open(`/api/files/${cert}?download=1`)
    expect(download.headers['content-disposition']).toMatch(/^attachment; /)
  })

  it('may load and run nothing; only PDFs have no sandbox, in which Safari does not draw them', async () => {
    const trial = await openFileTrial()
    const { cert } = await trial.keep({ cert: pdf() })
    const { pic } = await trial.keep({ pic: await photo().png().toBuffer() })
    const film = await keepFilm(trial)
    for (const [url, type, isSandboxed] of [
      [`/api/files/${cert}`, 'application/pdf', false],
      [`/api/files/${pic}`, 'image/webp', true],
      [`/api/files/${pic}?size=thumb`, 'image/webp', true],
      [`/api/files/${film}`, 'video/mp4', true],
    ] as const) {
      const { headers } = await trial.open(url)
      expect(headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' })
      const policy = String(headers['content-security-policy'])
      const directives = policy.split(';')
      expect(directives).toEqual(expect.arrayContaining(["default-src 'none'", "form-action 'none'"]))
      expect(policy).not.toMatch(/(script|object|frame|connect)-src/)
      expect(directives.includes('sandbox'), url).toBe(isSandboxed)
      const again = await trial.open(url, { headers: { 'if-none-match': headers.etag ?? '' } })
      expect(again.headers['content-security-policy']).toBe(policy)
    }
  })

  it('is not sent again to a browser that has it', async () => {
    const { keep, open, test } = await openFileTrial()
    const { pic } = await keep({ pic: await photo().png().toBuffer() })
    for (const url of [`/api/files/${pic}`, `/api/files/${pic}?size=thumb`]) {
      const { etag = '' } = (await open(url)).headers
      const again = await open(url, { headers: { 'if-none-match': etag } })
      expect(again).toMatchObject({ status: 304, headers: { etag, 'cache-control': 'private, no-cache' } })
      expect(again.bytes).toHaveLength(0)
      expect((await open(url, { headers: { 'if-none-match': '"0"' } })).status).toBe(200)
    }
    // A user who has lost the right is refused, even if their browser has the file cached.
    const headers = { 'if-none-match': `"${pic}"` }
    expect((await open(`/api/files/${pic}`, { as: test.client(), headers })).status).toBe(401)
  })

  it.for(['0', '-1', 'x', '1.5', '999', '99999999999', '..%2f..%2felimu.sqlite'])(
    'is not there under the id %s',
    async (id) => {
      const { open } = await openFileTrial()
      expect((await open(`/api/files/${id}`)).status).toBe(404)
    },
  )

  it('has a thumbnail only where it is a picture', async () => {
    const { keep, open } = await openFileTrial()
    const { cert } = await keep({ cert: pdf() })
    expect((await open(`/api/files/${cert}?size=thumb`)).status).toBe(404)
  })
})

/** Gives the student a new picture and certificate, and answers their addresses. */
async function givePapers({ test, client, student_id }: Awaited<ReturnType<typeof openFileTrial>>) {
  for (const paper of Object.entries({ pic: await photo().png().toBuffer(), cert: pdf() })) {
    const saved = await client.change('PATCH', `/api/students/${student_id}`, formOf([paper]))
    expect(saved.status, saved.text).toBe(200)
  }
  const { picture_id, certificate_id } = await test.db
    .selectFrom('students')
    .select(['picture_id', 'certificate_id'])
    .where('id', '=', student_id)
    .executeTakeFirstOrThrow()
  return [`/api/files/${picture_id}`, `/api/files/${picture_id}?size=thumb`, `/api/files/${certificate_id}`]
}

it('is for staff, and for the supporter of its student alone', async () => {
  const trial = await openFileTrial()
  const { open, test } = trial
  const urls = await givePapers(trial)
  for (const name of ['administrator', 'director', 'coordinator', 'liaison', 'supporter'] as const) {
    const as = await test.signIn(cast[name])
    for (const url of urls) expect((await open(url, { as })).status, `${name} ${url}`).toBe(200)
  }
  const supporter = await test.signIn(cast.supporter)
  await test.db.updateTable('students').set({ supporter_id: null }).execute()
  await addStudents(test.db, [{ supporter_id: cast.supporter.id, school_id: 1 }])
  for (const url of urls) {
    expect((await open(url, { as: supporter })).status).toBe(404)
    expect((await open(url, { as: test.client() })).status).toBe(401)
  }
})

it('is only for staff after it was replaced, even if the supporter’s browser has it cached', async () => {
  const trial = await openFileTrial()
  const { open, test } = trial
  const supporter = await test.signIn(cast.supporter)
  const replaced = await givePapers(trial)
  const seen = await Promise.all(replaced.map((url) => open(url, { as: supporter })))
  const present = await givePapers(trial)

  for (const [index, url] of replaced.entries()) {
    const headers = { 'if-none-match': seen[index]?.headers.etag ?? '' }
    for (const method of ['GET', 'HEAD'] as const) {
      expect((await open(url, { as: supporter, method })).status, url).toBe(404)
      expect((await open(url, { as: supporter, method, headers })).status, url).toBe(404)
    }
    expect((await open(url)).status, url).toBe(200)
    expect((await open(url, { headers })).status, url).toBe(304)
  }
  for (const url of present) expect((await open(url, { as: supporter })).status, url).toBe(200)
})

it('is for the supporter of its student only once its report card is verified, and the newest of them', async () => {
  const { client, open, test } = await openFileTrial()
  const supporter = await test.signIn(cast.supporter)
  await saveReportCard(client)
  const status = async (id: number) => (await open(`/api/files/${id}`, { as: supporter })).status
  expect(await status(1)).toBe(404)
  const administrator = await test.signIn(cast.administrator)
  expect((await administrator.verify('/api/reports/1')).status).toBe(200)
  expect(await status(1)).toBe(200)

  const edited = await client.call('PUT /api/reports/1', reportCardFormData({ report: pdf(900) }))
  expect(edited.status, edited.text).toBe(200)
  expect([await status(1), await status(2)]).toEqual([404, 404])
  expect((await administrator.verify('/api/reports/1')).status).toBe(200)
  expect([await status(1), await status(2)]).toEqual([404, 200])
  await test.db.updateTable('students').set({ supporter_id: null }).execute()
  expect(await status(2)).toBe(404)
})
