import { expect, it } from 'vitest'
import type { Trx } from '../../database/history.ts'
import { addReportCards } from '../../testing/data/records.ts'
import { MINUTE } from '../../testing/steppedClock.ts'
import { startTogether } from '../../testing/database/startTogether.ts'
import { addStudents, many } from '../../testing/data/students.ts'
import { openSignedIn, openTestApp, type TestApp } from '../../testing/testApp.ts'
import { cast } from '../../testing/data/users.ts'

const given = async (test: TestApp) => {
  await addStudents(test.db, [{ supporter_id: cast.supporter.id }])
  await addReportCards(test, [{ student_id: 1, status: 1 }])
}

const viewsOf = ({ db }: TestApp) =>
  db
    .selectFrom('views')
    .select(['student_id', 'user_id', 'kind', 'day', 'count'])
    .orderBy('user_id')
    .orderBy('kind')
    .execute()

it('counts what is opened by day in memory, and writes it at a stop; two processes add up', async () => {
  const { test, client } = await openSignedIn('liaison', { given })
  const other = await openTestApp({ beside: test })
  const supporter = await other.signIn(cast.supporter)
  for (const reader of [client, client, supporter]) await reader.get('/api/students/1?query=profile')
  await client.get('/api/students/1?query=gallery')
  await client.get('/api/students/99?query=profile')
  await client.get('/api/students?query=list')
  const { id } = await test.db.selectFrom('files').select('id').executeTakeFirstOrThrow()
  await client.send({ method: 'GET', url: `/api/files/${id}` })
  await client.send({ method: 'GET', url: `/api/files/${id}`, headers: { range: 'bytes=5-' } })
  expect(await viewsOf(test)).toEqual([])

  await test.app.close()
  await other.app.close()
  const of = { student_id: 1, day: '2026-03-02' }
  expect(await viewsOf(test)).toEqual([
    { ...of, user_id: cast.liaison.id, kind: 'pictures', count: 1 },
    { ...of, user_id: cast.liaison.id, kind: 'profile', count: 2 },
    { ...of, user_id: cast.liaison.id, kind: 'reports', count: 1 },
    { ...of, user_id: cast.supporter.id, kind: 'profile', count: 1 },
  ])
})

const ranges =
  `bytes=0-,bytes=00-,bytes=0-0,bytes=00-5,bytes=1-,bytes=5-9,bytes=-1,bytes=-999999999,bytes=999999-,bytes=-0,
items=0-9,bytes=0-1 3-4,bytes=9-5,bytes,Bytes=1-,bytes = 1-`.split(/,\s*/)

it('counts a view and a download of every answer with a part of a file, for any Range header', async () => {
  const { test, client } = await openSignedIn('liaison', {
    async given(opened) {
      await addStudents(opened.db, many(ranges.length))
      await addReportCards(
        opened,
        ranges.map((_range, index) => ({ student_id: index + 1, status: 1 })),
      )
    },
  })
  const files = await test.db.selectFrom('files').select(['id', 'student_id']).orderBy('student_id').execute()
  const sent: number[] = []
  for (const [index, { id, student_id }] of files.entries()) {
    const headers = { range: ranges[index] ?? '' }
    for (const url of [`/api/files/${id}`, `/api/files/${id}?download=1`]) {
      const { status, text } = await client.send({ method: 'GET', url, headers })
      expect([200, 206, 416], `${headers.range} ${text}`).toContain(status)
      if (status !== 416) sent.push(student_id)
    }
  }
  expect(sent).toHaveLength(2 * (ranges.length - 2))
  const left = await test.db.selectFrom('departures').select('student_id').orderBy('id').execute()
  await test.app.close()
  const viewed = (await viewsOf(test)).map(({ student_id }) => student_id)
  const expected = [...new Set(sent)]
  expect(left.map(({ student_id }) => student_id)).toEqual(expected)
  expect(viewed.toSorted((a, b) => a - b)).toEqual(expected)
})

it('counts the parts of one file as one view and one download, on each day again', async () => {
  const { test, client } = await openSignedIn('liaison', { given })
  const { id } = await test.db.selectFrom('files').select('id').executeTakeFirstOrThrow()
  const readParts = async (user: typeof client) => {
    for (const range of ['bytes=0-9', 'bytes=10-', 'bytes=3-', 'bytes=-2'])
      for (const url of [`/api/files/${id}`, `/api/files/${id}?download=1`])
        await user.send({ method: 'GET', url, headers: { range } })
  }
  await readParts(client)
  test.clock.step(24 * 60 * MINUTE)
  await readParts(await test.signIn(cast.liaison))
  const left = await test.db.selectFrom('departures').select('how').execute()
  expect(left).toEqual([{ how: 'download' }, { how: 'download' }])
  await test.app.close()
  expect((await viewsOf(test)).map(({ day, count }) => [day, count])).toEqual([
    ['2026-03-02', 1],
    ['2026-03-03', 1],
  ])
})

it('loses and doubles no view when two processes write the same ones at the same moment', async () => {
  const { test, client } = await openSignedIn('liaison', { given: ({ db }) => addStudents(db, many(9)) })
  const other = await openTestApp({ beside: test })
  const again = await other.signIn(cast.liaison)
  const ids = Array.from({ length: 9 }, (_, index) => index + 1)
  for (const id of ids) await client.get(`/api/students/${id}?query=profile`)
  for (const id of ids.toReversed()) await again.get(`/api/students/${id}?query=profile`)
  const view = { day: '2026-03-02', user_id: cast.liaison.id, kind: 'profile', count: 1 } as const
  await test.db
    .insertInto('views')
    .values(ids.map((student_id) => ({ ...view, student_id })))
    .execute()

  const lockOne = (trx: Trx) =>
    trx.updateTable('views').set({ count: 1 }).where('student_id', '=', 5).execute()
  await startTogether(
    test,
    lockOne,
    [test, other].map(
      ({ app }) =>
        async () =>
          app.close(),
    ),
  )
  expect((await viewsOf(test)).map(({ count }) => count)).toEqual(ids.map(() => 3))
  expect(test.logged() + other.logged()).not.toContain('views could not be written')
})

it('shows the directors who looked and what left', async () => {
  const { test, client } = await openSignedIn('director', { given })
  const views = { student_id: 1, user_id: cast.liaison.id, kind: 'profile' } as const
  await test.db
    .insertInto('views')
    .values([
      { ...views, day: '2026-03-01', count: 3 },
      { ...views, day: '2026-03-01', kind: 'reports', count: 1 },
      { ...views, day: '2025-12-01', count: 7 },
    ])
    .execute()
  const supporter = await test.signIn(cast.supporter)
  const { id } = await test.db.selectFrom('files').select('id').executeTakeFirstOrThrow()
  await supporter.send({ method: 'GET', url: `/api/files/${id}?download=1` })
  await client.post('/api/students/1/printed', { what: 'Profile' })
  await client.post('/api/students/1/printed', { what: 'Who looked', how: 'download' })

  for (const what of ['Nothing', 'Profile of Faith', '', undefined])
    expect(await client.post('/api/students/1/printed', { what })).toMatchObject({
      status: 422,
      body: { errors: { what: ['What is not known'] } },
    })

  const { body } = await client.get('/api/students/1/accesses')
  expect(body).toMatchObject({
    data: {
      views: [{ day: '2026-03-01', user_id: cast.liaison.id, counts: { profile: 3, reports: 1 } }],
      left: [
        { how: 'download', what: 'Who looked', went_to: 'Their own device' },
        { how: 'print', what: 'Profile', went_to: 'Paper or a file' },
        { how: 'download', what: 'Report card, Term 1, 2026', user_id: cast.supporter.id },
      ],
      total: 4,
    },
  })
  const some = await client.get(`/api/students/1/accesses?days=200&user=${cast.liaison.id}`)
  expect(some.body).toMatchObject({ data: { total: 11, left: [] } })
  const liaison = await test.signIn(cast.liaison)
  expect((await liaison.get('/api/students/1/accesses')).status).toBe(403)
})
