import { expect, it } from 'vitest'
import { allCalls } from '#contract/calls.ts'
import { UNVERIFIED, VERIFIED } from '#contract/records/records.ts'
import { addMedia } from '../testing/media.ts'
import { addReceipts, addReportCards } from '../testing/records.ts'
import { addStudents, givePictures } from '../testing/students.ts'
import { openWithCast, type TestApp } from '../testing/testApp.ts'
import type { Answer, TestClient } from '../testing/testClient.ts'
import { addUser, cast } from '../testing/users.ts'

/** The words in all data of the student, or the address of a file. */
const OF_STUDENT = /Baraka|\/api\/files\//
const OF_UNVERIFIED = 'Unfinished'

/** The calls that answer a supporter with data of their students. */
const ofStudents = [
  'GET /api/doc',
  'GET /api/finance?query=:student',
  'GET /api/finance?query=profile',
  'GET /api/reports?query=:student',
  'GET /api/reports?query=profile',
  'GET /api/students/:id?query=gallery',
  'GET /api/students/:id?query=profile',
  'GET /api/students?query=activities',
  'GET /api/students?query=children',
  'GET /api/students?query=list',
]

const isList = (call: string) => /students\?query=(list|activities|children)/.test(call)

/** A student with data of every kind, and their supporter. All ids are 1. */
async function openWithStudent() {
  const test = await openWithCast()
  const supporter = await addUser(test.db, { email: 'baraka@elimu.test', role_id: 5 })
  const [student_id = 0] = await addStudents(test.db, [{ name: 'Baraka Otieno', supporter_id: supporter.id }])
  await givePictures(test, [student_id])
  await addMedia(test, [{ student_id, title: 'Baraka runs' }])
  for (const [status, term, comment] of [
    [VERIFIED, 'Term 1', 'Baraka'],
    [UNVERIFIED, 'Term 2', OF_UNVERIFIED],
  ] as const) {
    const record = { student_id, status, term, liaison_comment: comment }
    await addReportCards(test, [{ ...record, teacher_comment: comment }])
    await addReceipts(test, [record])
  }
  await addDocument(test, student_id)
  return { test, supporter }
}

async function addDocument({ db }: TestApp, student_id: number): Promise<void> {
  const file = await db.selectFrom('files').select('id').orderBy('id').executeTakeFirstOrThrow()
  const year = await db.selectFrom('years').select('id').executeTakeFirstOrThrow()
  const at = '2026-01-05T06:00:00.000Z'
  await db
    .insertInto('documents')
    .values({ student_id, year_id: year.id, type: 1, file_id: file.id, updated_at: at, updated_by: 1 })
    .execute()
}

/** The answers of all reading calls about the student, except those that are not for supporters. */
async function answersOf(client: TestClient) {
  const answers = new Map<string, Answer>()
  for (const call of Object.keys(allCalls).filter((name) => name.startsWith('GET '))) {
    const path = call.slice('GET '.length).replaceAll(/:\w+/g, '1')
    const answer = await client.get(`${path}${path.includes('?') ? '&' : '?'}student=1&year=1`)
    if (answer.status !== 403) answers.set(call, answer)
  }
  return answers
}

it('shows the data of a student to their supporter, and to no other', async () => {
  const { test, supporter } = await openWithStudent()
  const own = await answersOf(await test.signIn(supporter))
  const shown = [...own].filter(([, { text }]) => OF_STUDENT.test(text))
  expect(shown.map(([call]) => call).toSorted()).toEqual(ofStudents)
  for (const [call, { text }] of own) expect(text, call).not.toContain(OF_UNVERIFIED)
  // A call that fails would prove nothing.
  for (const [call, { status }] of own)
    expect(status, `${call} has to answer the supporter of the student`).toBe(200)

  const others = await answersOf(await test.signIn(cast.supporter))
  for (const [call, { text }] of others) expect(text, call).not.toMatch(OF_STUDENT)
  // As if there were no such student.
  const missing = [...others].filter(([, { status }]) => status === 404).map(([call]) => call)
  expect(missing.toSorted()).toEqual(ofStudents.filter((call) => !isList(call)))
})

it('opens the files of a student for their supporter, and for no other', async () => {
  const { test, supporter } = await openWithStudent()
  const files = await test.db
    .selectFrom('files')
    .leftJoin('reports', 'reports.file_id', 'files.id')
    .leftJoin('receipts', 'receipts.file_id', 'files.id')
    .select((eb) => ['files.id', eb.fn.coalesce('reports.status', 'receipts.status').as('status')])
    .execute()
  expect(files.length).toBeGreaterThan(5)
  const [own, other] = [await test.signIn(supporter), await test.signIn(cast.supporter)]
  for (const { id, status } of files) {
    expect((await own.get(`/api/files/${id}`)).status, `${id}`).toBe(status === UNVERIFIED ? 404 : 200)
    expect((await other.get(`/api/files/${id}`)).status, `${id}`).toBe(404)
  }
})
